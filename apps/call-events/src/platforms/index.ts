// Platforms: what telephony platforms post in their own form, and which of their calls an event is of.

import { createSecretBox } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { BodyBudget, Logger } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { ApiKeys, Schemes, TrustProxy } from '../brands/index.ts';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { createIntegrationSettingsRoutes } from './integration-settings.routes.ts';
import { IntegrationSettings } from './integration-settings.store.ts';
import { createFindIntegration } from './integrations.store.ts';
import { LastPayloads } from './last-payloads.store.ts';
import { createIntegrationsRoutes, type RecordPlatformEvent } from './routes.ts';

export { platformCallStatements, readPlatformCalls } from './platform-calls.store.ts';

interface Dependencies {
  environment: Pick<Environment, 'SECRETS_KEY' | 'SESSION_SECRET'>;
  pools: Pools;
  requireSession: RequestHandler;
  keys: Pick<ApiKeys, 'require' | 'countRefused'>;
  requireBrand: RequestHandler;
  budget: BodyBudget;
  trusts: TrustProxy;
  schemes: Pick<Schemes, 'ofPlatforms'>;
  record: RecordPlatformEvent;
  isOnFile: (brandId: string, eventId: string) => Promise<boolean>;
  logger: Logger;
}

const payloadsPauseMs = 1_000;

export function createPlatforms({
  environment,
  pools,
  requireSession,
  keys,
  schemes,
  logger,
  ...others
}: Dependencies) {
  const box = createSecretBox({ secrets: environment.SECRETS_KEY ?? environment.SESSION_SECRET });
  const now = () => new Date();
  const payloads = new LastPayloads(queryThrough(pools.snapshots));
  const address = { trusts: others.trusts, schemeOf: schemes.ofPlatforms };
  const webhooks: Router = createIntegrationsRoutes({
    ...others,
    ...address,
    findIntegration: createFindIntegration({ query: queryThrough(pools.intake), box }),
    requireKey: keys.require,
    onBadSignature: keys.countRefused,
    note: (noted) => payloads.note(noted),
    now,
  });
  return {
    webhooks,
    /** The settings of owners. */
    routes: createIntegrationSettingsRoutes({
      ...address,
      requireSession,
      integrations: new IntegrationSettings({ prisma: pools.pages.prisma, box, now }),
    }),
    tasks: regularTasks(logger, {
      'write the last payloads of platforms': { pauseMs: payloadsPauseMs, run: () => payloads.write() },
    }),
  };
}

export { acceptedSignature, platformAdapter, refusedSignature } from './platform-values.ts';
export { judgePlatformEvent } from './rules/judge-platform-event.ts';
export { currentCalls, notePlatformEvent } from './rules/note-platform-event.ts';
export type { FromPlatform, PlatformCall, PlatformEvent } from './rules/platform-call.ts';
