// Brands: their hosts, keys, people, the names of their agents, and their settings.

import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Environment } from '../settings.ts';
import { createAgentsRoutes } from './agents/agents.routes.ts';
import { AgentStore } from './agents/agents.store.ts';
import type { UnresolvedNames } from './agents/list-unresolved-agents.ts';
import { createApiKeysRoutes } from './api-keys.routes.ts';
import { ApiKeyStore } from './api-keys.store.ts';
import { createApiKeys } from './api-keys.ts';
import { createAuditRequest } from './audit-request.ts';
import { findBrandBy } from './brand-of-host.ts';
import { createBrandSettingsRoutes } from './brand-settings.routes.ts';
import { BrandSettingsStore } from './brand-settings.store.ts';
import { BrandStore } from './brands.store.ts';
import { createPeopleRoutes } from './people/people.routes.ts';
import { PeopleStore } from './people/people.store.ts';
import type { TrustProxy } from './request-host.ts';
import { createWordsRoutes } from './words/words.routes.ts';
import { WordStore } from './words/words.store.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  limits: RateLimits;
  /** The proxies whose forwarded headers are trusted. */
  trusts: TrustProxy;
  logger: Logger;
  metrics: Metrics;
}

export function createBrands({ trusts, ...dependencies }: Dependencies) {
  const { environment, pools } = dependencies;
  const store = new BrandStore({
    query: queryThrough(pools.snapshots),
    now: () => performance.now(),
    recommenderKey: environment.RECOMMENDER_KEY,
  });
  const keys = createApiKeys(dependencies);
  const agents = new AgentStore(pools.pages);
  const now = () => new Date();

  return {
    find: findBrandBy((host) => store.findByHost(host), trusts),
    keys,
    agents,
    auditRequest: createAuditRequest(pools.pages),
    warmUp: () => store.warmUp(),

    /** The settings of owners. */
    routes({ requireSession, requireAuditor, requireDesk, events }: RoutesDependencies): Router {
      const { prisma } = pools.pages;
      const router = Router();
      router.use(createAgentsRoutes({ requireSession, agents, events }));
      const apiKeys = new ApiKeyStore({ prisma, keyPrefix: environment.KEY_PREFIX, now });
      router.use(createApiKeysRoutes({ requireSession, apiKeys }));
      router.use(createPeopleRoutes({ requireSession, people: new PeopleStore({ prisma }) }));
      const brandSettings = new BrandSettingsStore({ prisma });
      router.use(createBrandSettingsRoutes({ requireSession, requireAuditor, brandSettings, trusts }));
      router.use(createWordsRoutes({ requireSession, requireDesk, words: new WordStore({ prisma }) }));
      return router;
    },
  };
}

interface RoutesDependencies {
  requireSession: RequestHandler;
  requireAuditor: RequestHandler;
  requireDesk: RequestHandler;
  events: UnresolvedNames;
}

export { type ActingOwner, actingOwner } from './acting-owner.ts';
export type { AgentStore } from './agents/agents.store.ts';
export type { ApiKeys } from './api-keys.ts';
export type { AuditRequest } from './audit-request.ts';
export { brandOfHost, type FindBrand, requestBrand } from './brand-of-host.ts';
export { ofBrandInPath } from './brand-segment.ts';
export { type Addressed, sentHost, type TrustProxy } from './request-host.ts';
export { addressedBy, createSchemes, type Schemes } from './request-scheme.ts';
export type { RepWithCall, UnresolvedName } from './rules/agent.ts';
export type { Brand } from './rules/brand.ts';
