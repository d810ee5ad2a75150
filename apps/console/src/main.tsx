import './zod-settings.ts';
import './theme.css';
import './page.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Loaded on demand: reps do not wait for the owners' pages. */
const Settings = lazy(async () => {
  const [{ SettingsApp }, { createBrandApi }] = await Promise.all([
    import('./settings/settings-app.tsx'),
    import('./settings/brand-api.ts'),
  ]);
  const api = createBrandApi((path, init) => fetch(path, init));
  return { default: () => <SettingsApp api={api} /> };
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    {location.pathname === '/settings/api-keys' ? (
      <Suspense>
        <Settings />
      </Suspense>
    ) : (
      <App place={{ storage: sessionStorage, location, history }} />
    )}
  </StrictMode>,
);
