// Platforms: what telephony platforms post in their own form, and which of their calls an event is of.

import { createSecretBox } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { BodyBudget } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { ApiKeys, Schemes, TrustProxy } from '../brands/index.ts';
import type { Pools } from '../pools.ts';
import type { Environment } from '../settings.ts';
import { IntegrationStore } from './integrations.store.ts';
import { createIntegrationsRoutes, type RecordPlatformEvent } from './routes.ts';

export { platformCallStatements, readPlatformCalls } from './platform-calls.store.ts';

interface Dependencies {
  environment: Pick<Environment, 'SECRETS_KEY' | 'SESSION_SECRET'>;
  pools: Pools;
  keys: Pick<ApiKeys, 'require' | 'countRefused'>;
  requireBrand: RequestHandler;
  budget: BodyBudget;
  trusts: TrustProxy;
  schemes: Pick<Schemes, 'ofPlatforms'>;
  record: RecordPlatformEvent;
  isOnFile: (brandId: string, eventId: string) => Promise<boolean>;
}

export function createPlatforms({ environment, pools, keys, schemes, ...dependencies }: Dependencies): {
  webhooks: Router;
} {
  const integrations = new IntegrationStore({
    query: queryThrough(pools.intake),
    box: createSecretBox({ secrets: environment.SECRETS_KEY ?? environment.SESSION_SECRET }),
    now: () => performance.now(),
  });
  return {
    webhooks: createIntegrationsRoutes({
      ...dependencies,
      findIntegration: (brandId, platform) => integrations.find(brandId, platform),
      requireKey: keys.require,
      onBadSignature: keys.countRefused,
      schemeOf: schemes.ofPlatforms,
      now: () => new Date(),
    }),
  };
}

export { acceptedSignature, platformAdapter, refusedSignature } from './routes.ts';
export { judgePlatformEvent } from './rules/judge-platform-event.ts';
export { currentCalls, notePlatformEvent } from './rules/note-platform-event.ts';
export type { FromPlatform, PlatformCall, PlatformEvent } from './rules/platform-call.ts';
