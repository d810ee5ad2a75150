import { Router } from 'express';
import { createDeskRoutes } from './desk/desk.routes.ts';
import { createOffersRoutes } from './desk/offers.routes.ts';
import { createEmbedTokensRoutes } from './embed-tokens.routes.ts';
import { createCallsRoutes } from './reads/calls.routes.ts';
import { createChatsRoutes } from './reads/chats.routes.ts';
import { createEventsRoutes } from './reads/events.routes.ts';
import { createResultsRoutes } from './reads/results.routes.ts';
import { createRecommenderRoutes } from './recommender.routes.ts';
import { createAgentsRoutes } from './settings/agents.routes.ts';
import { createApiKeysRoutes } from './settings/api-keys.routes.ts';
import { createBrandSettingsRoutes } from './settings/brand-settings.routes.ts';
import { createPeopleRoutes } from './settings/people.routes.ts';
import { createRulesRoutes } from './settings/rules.routes.ts';
import { createSignInRoutes } from './settings/sign-in.routes.ts';
import { createTestCallsRoutes } from './test-calls.routes.ts';

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
