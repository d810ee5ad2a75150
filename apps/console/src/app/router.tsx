import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { DeskPage } from '../desk/desk-page.tsx';
import { loadAllTexts } from '../texts/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { FailedPage } from './failed-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { firstPageOf } from './pages.ts';
import { RolePages } from './role-pages.tsx';
import { SessionGate, useSession } from './session.tsx';
import { Shell } from './shell.tsx';
import { SignedInPage } from './signed-in-page.tsx';

/**
 * Loaded on demand with its texts and the dialog of unsaved changes, so that reps do not wait for the pages of others. If the code is
 * missing, the frame around it stays.
 */
const ownerPage = (read: () => Promise<ComponentType>) =>
  lazyPart(async () => {
    const [Page, { UnsavedChanges }] = await Promise.all([
      read(),
      import('./unsaved-changes.tsx'),
      loadAllTexts(),
      import('./owner-problem-words.ts'),
    ]);
    return () => (
      <>
        <Page />
        <UnsavedChanges />
      </>
    );
  });

const EventsPage = ownerPage(async () => (await import('../events/events-page.tsx')).EventsPage);
const TeamPage = ownerPage(async () => (await import('../team/team-page.tsx')).TeamPage);
const PausedCallsPage = ownerPage(async () => (await import('../evidence/paused-calls-page.tsx')).PausedCallsPage);
const EvidencePage = ownerPage(async () => (await import('../evidence/evidence-page.tsx')).EvidencePage);
const ResultsPage = ownerPage(async () => (await import('../results/results-page.tsx')).ResultsPage);
const RecommenderPage = ownerPage(async () => (await import('../recommender/recommender-page.tsx')).RecommenderPage);
const ImportPage = ownerPage(async () => (await import('../recommender/import/import-page.tsx')).ImportPage);
const PreviewPage = ownerPage(async () => (await import('../recommender/preview/preview-page.tsx')).PreviewPage);
const ApiKeysPage = ownerPage(async () => (await import('../settings/api-keys/api-keys-page.tsx')).ApiKeysPage);
const PeoplePage = ownerPage(async () => (await import('../settings/people/people-page.tsx')).PeoplePage);
const AgentsPage = ownerPage(async () => (await import('../settings/agents/agents-page.tsx')).AgentsPage);
const AuditPage = ownerPage(async () => (await import('../settings/audit/audit-page.tsx')).AuditPage);
const IntegrationsPage = ownerPage(
  async () => (await import('../settings/integrations/integrations-page.tsx')).IntegrationsPage,
);
const EndpointsPage = ownerPage(async () => (await import('../settings/endpoints/endpoints-page.tsx')).EndpointsPage);
const CustomersPage = ownerPage(async () => (await import('../settings/customers/customers-page.tsx')).CustomersPage);
const BrandPage = ownerPage(async () => (await import('../settings/brand/brand-page.tsx')).BrandPage);
const WordsPage = ownerPage(async () => (await import('../settings/words/words-page.tsx')).WordsPage);

/** Auditors have no desk. */
function FirstPage() {
  const { user } = useSession();
  return user.role === 'auditor' ? <Navigate to={firstPageOf(user.role)} replace /> : <DeskPage />;
}

/** The router writes a warning if there is no element to show while the code of the first page loads. */
const WhileLoading = () => null;

/** All pages. The service decides who gets which page. */
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
        { path: '/', element: <FirstPage /> },
        {
          element: <RolePages roles={['lead', 'owner']} />,
          children: [
            { path: '/team', element: <TeamPage /> },
            { path: '/results', element: <ResultsPage /> },
          ],
        },
        {
          element: <RolePages roles={['auditor', 'owner']} />,
          children: [
            { path: '/settings/audit', element: <AuditPage /> },
            { path: '/evidence', element: <PausedCallsPage /> },
            { path: '/evidence/:reference', element: <EvidencePage /> },
          ],
        },
        {
          element: <RolePages roles={['owner']} />,
          children: [
            { path: '/events', element: <EventsPage /> },
            { path: '/recommender', element: <RecommenderPage /> },
            { path: '/recommender/import', element: <ImportPage /> },
            { path: '/recommender/preview', element: <PreviewPage /> },
            { path: '/settings/api-keys', element: <ApiKeysPage /> },
            { path: '/settings/people', element: <PeoplePage /> },
            { path: '/settings/agents', element: <AgentsPage /> },
            { path: '/settings/integrations', element: <IntegrationsPage /> },
            { path: '/settings/endpoints', element: <EndpointsPage /> },
            { path: '/settings/customers', element: <CustomersPage /> },
            { path: '/settings/brand', element: <BrandPage /> },
            { path: '/settings/words', element: <WordsPage /> },
          ],
        },
      ],
    },
  ]);
