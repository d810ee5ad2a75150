import { Router } from 'express';
import { createAgentsRoutes } from './brands/agents.routes.ts';
import { createApiKeysRoutes } from './brands/api-keys.routes.ts';
import { createBrandSettingsRoutes } from './brands/brand-settings.routes.ts';
import { createPeopleRoutes } from './brands/people.routes.ts';
import { createTestCallsRoutes } from './calls/test-calls.routes.ts';
import { createDeskRoutes } from './desk/routes.ts';
import { createRulesRoutes } from './offers/merchandising-rules.routes.ts';
import { createOffersRoutes } from './offers/offers.routes.ts';
import { createRecommenderRoutes } from './offers/recommender.routes.ts';
import { createCallsRoutes } from './records/calls.routes.ts';
import { createChatsRoutes } from './records/chats.routes.ts';
import { createEventsRoutes } from './records/events/events.routes.ts';
import { createResultsRoutes } from './records/results/results.routes.ts';
import { createEmbedTokensRoutes } from './sign-in/embed-tokens.routes.ts';
import { createSignInRoutes } from './sign-in/routes.ts';

type DependenciesOf<Create extends (dependencies: never) => Router> = Parameters<Create>[0];

export type ReadsAndSettings = DependenciesOf<typeof createChatsRoutes> &
  DependenciesOf<typeof createCallsRoutes> &
  DependenciesOf<typeof createEventsRoutes> &
  DependenciesOf<typeof createResultsRoutes> &
  DependenciesOf<typeof createAgentsRoutes> &
  DependenciesOf<typeof createTestCallsRoutes> &
  DependenciesOf<typeof createRecommenderRoutes> &
  DependenciesOf<typeof createRulesRoutes> &
  DependenciesOf<typeof createApiKeysRoutes> &
  DependenciesOf<typeof createOffersRoutes> &
  DependenciesOf<typeof createPeopleRoutes> &
  DependenciesOf<typeof createBrandSettingsRoutes> &
  DependenciesOf<typeof createEmbedTokensRoutes> &
  DependenciesOf<typeof createSignInRoutes> &
  DependenciesOf<typeof createDeskRoutes>;

/** All routes below `/{brand}`: the reads and settings of signed-in users. After brandOfHost. */
export function createBrandRoutes(dependencies: ReadsAndSettings): Router {
  const router = Router();
  router.use(createChatsRoutes(dependencies));
  router.use(createCallsRoutes(dependencies));
  router.use(createEventsRoutes(dependencies));
  router.use(createResultsRoutes(dependencies));
  router.use(createAgentsRoutes(dependencies));
  router.use(createTestCallsRoutes(dependencies));
  router.use(createRecommenderRoutes(dependencies));
  router.use(createRulesRoutes(dependencies));
  router.use(createApiKeysRoutes(dependencies));
  router.use(createPeopleRoutes(dependencies));
  router.use(createBrandSettingsRoutes(dependencies));
  router.use(createEmbedTokensRoutes(dependencies));
  router.use(createSignInRoutes(dependencies));
  router.use(createOffersRoutes(dependencies));
  router.use(createDeskRoutes(dependencies));
  return router;
}
