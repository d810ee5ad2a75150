import './zod-settings.ts';
import './theme.css';
import './page.css';
import { MutationCache, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { BrandApiError, isTemporary } from './app/brand-api.ts';
import { PageLocale } from './app/page-locale.tsx';
import { PageQueries } from './app/page-queries.ts';
import { createRouter } from './app/router.tsx';
import { loadTexts } from './texts/texts.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

/** Detects a refused session at once, not at the next regular check. */
const onError = (error: unknown) => {
  if (error instanceof BrandApiError && error.status === 401) void queryClient.invalidateQueries({ queryKey: ['me'] });
};
const queryClient: PageQueries = new PageQueries({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'me') onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthARetry },
    // Without a network a request fails at once, so that the page says so. The library would send it later, without a word.
    mutations: { networkMode: 'always' },
  },
});

function isWorthARetry(failures: number, error: unknown): boolean {
  return failures < 2 && isTemporary(error);
}

await loadTexts();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PageLocale>
        <RouterProvider router={createRouter()} />
      </PageLocale>
    </QueryClientProvider>
  </StrictMode>,
);
