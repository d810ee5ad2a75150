import { createBrowserRouter, Navigate } from 'react-router';
import { DeskPage } from '../desk/desk-page.tsx';
import { FailedPage } from './failed-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OwnerPages } from './owner-pages.tsx';
import { SessionGate } from './session.tsx';
import { Shell } from './shell.tsx';
import { SignedInPage } from './signed-in-page.tsx';

/** The router writes a warning if there is no element to show while the code of the first page loads. */
const WhileLoading = () => null;

/** All pages. The pages of owners load on demand, so that reps do not wait for them. The service decides who gets which page. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '*', element: <NotFoundPage /> },
    { path: '/settings', element: <Navigate to="/settings/api-keys" replace /> },
    { path: '/signed-in', element: <SignedInPage />, errorElement: <FailedPage /> },
    {
      path: '/embed',
      lazy: async () => ({ Component: (await import('../embed/embed-page.tsx')).EmbedPage }),
      errorElement: <FailedPage />,
      HydrateFallback: WhileLoading,
    },
    {
      element: (
        <SessionGate>
          <Shell />
        </SessionGate>
      ),
      errorElement: <FailedPage />,
      children: [
        { path: '/', element: <DeskPage /> },
        {
          element: <OwnerPages />,
          // Not on each page: the frame around the page is shown while its code loads.
          HydrateFallback: WhileLoading,
          children: [
            {
              path: '/events',
              lazy: async () => ({ Component: (await import('../events/events-page.tsx')).EventsPage }),
            },
            {
              path: '/results',
              lazy: async () => ({ Component: (await import('../results/results-page.tsx')).ResultsPage }),
            },
            {
              path: '/recommender',
              lazy: async () => ({ Component: (await import('../recommender/recommender-page.tsx')).RecommenderPage }),
            },
            {
              path: '/settings/api-keys',
              lazy: async () => ({ Component: (await import('../settings/api-keys/api-keys-page.tsx')).ApiKeysPage }),
            },
            {
              path: '/settings/people',
              lazy: async () => ({ Component: (await import('../settings/people/people-page.tsx')).PeoplePage }),
            },
            {
              path: '/settings/agents',
              lazy: async () => ({ Component: (await import('../settings/agents/agents-page.tsx')).AgentsPage }),
            },
            {
              path: '/settings/brand',
              lazy: async () => ({ Component: (await import('../settings/brand/brand-page.tsx')).BrandPage }),
            },
          ],
        },
      ],
    },
  ]);
