// Records: what users read of calls, chats and events, the export, the event log, and the results.

import { addressToCount, type Logger, type Metrics } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { ApiKeys, AuditRequest } from '../brands/index.ts';
import type { OwnerEvent, OwnerEventOutcome } from '../calls/index.ts';
import { CustomerStore } from '../customers/index.ts';
import type { Pools } from '../pools.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Environment } from '../settings.ts';
import type { LeaseStore } from '../transcription/index.ts';
import { CallStore } from './call-detail.store.ts';
import { createCallsRoutes } from './calls.routes.ts';
import { createChatsRoutes } from './chats/chats.routes.ts';
import { ChatStore } from './chats/chats.store.ts';
import { EventLogStore } from './events/event-log.store.ts';
import { createEventsRoutes } from './events/events.routes.ts';
import { fileRefusedRequests } from './events/file-refused-requests.ts';
import { RefusedRequestStore } from './events/refused-requests.store.ts';
import { createExperimentsRoutes } from './experiments/experiments.routes.ts';
import { CallExportStore } from './exports/call-export.store.ts';
import { createFirstStepsRoutes } from './first-steps/first-steps.routes.ts';
import type { ReadSources } from './read-sources.ts';
import { createResultsRoutes } from './results/results.routes.ts';
import { createTeamRoutes } from './team/team.routes.ts';

interface Dependencies {
  environment: Pick<Environment, 'KEY_PREFIX'>;
  pools: Pools;
  limits: RateLimits;
  keys: Pick<ApiKeys, 'findIdOf'>;
  requireSession: RequestHandler;
  requireReader: RequestHandler;
  requireLead: RequestHandler;
  auditRequest: AuditRequest;
  leases: Pick<LeaseStore, 'presences'>;
  sendOwnerEvent: (ownerEvent: OwnerEvent) => Promise<OwnerEventOutcome>;
  logger: Logger;
  metrics: Metrics;
}

export function createRecords({
  environment,
  pools,
  limits,
  keys,
  requireSession,
  requireReader,
  requireLead,
  auditRequest,
  leases,
  sendOwnerEvent,
  logger,
  metrics,
}: Dependencies) {
  const events = new EventLogStore(pools.pages);
  const refusedRequests = new RefusedRequestStore({
    prisma: pools.pages.prisma,
    logger,
    metrics,
    now: () => performance.now(),
    countAddress: (brandId, address) => limits.refusalsOnFile.take(`${brandId} ${addressToCount(address ?? '')}`),
  });
  const reads: ReadSources = {
    chats: new ChatStore(pools.pages),
    calls: new CallStore(pools.pages),
    callExport: new CallExportStore(pools.pages),
    events,
    refusedRequests,
    customers: new CustomerStore(pools.pages),
    leases,
  };
  const routes = Router();
  routes.use(createChatsRoutes({ requireReader, auditRequest, reads }));
  routes.use(createCallsRoutes({ requireSession, requireReader, auditRequest, reads }));
  routes.use(
    createEventsRoutes({ requireSession, reads, keyPrefix: `${environment.KEY_PREFIX}_live_`, sendOwnerEvent }),
  );
  routes.use(createFirstStepsRoutes({ requireSession, query: pools.sums.query }));
  routes.use(createExperimentsRoutes({ requireSession, query: pools.sums.query }));
  routes.use(createResultsRoutes({ requireLead, transaction: pools.sums.transaction }));
  routes.use(createTeamRoutes({ requireLead, query: pools.pages.query }));

  return {
    routes,
    events,
    /** Puts refused requests of webhooks and platforms into the event log. */
    fileRefused: fileRefusedRequests({
      file: (refused, findKey) => refusedRequests.file(refused, findKey),
      findKeyOf: keys.findIdOf,
      now: () => new Date(),
    }),
    settled: () => refusedRequests.settled(),
  };
}

export { callColumns, joinLive } from './call.sql.ts';
export type { Transcript } from './rules/chat-on-file.ts';
export { readTranscript } from './transcript.store.ts';
export { withCustomers } from './with-customers.ts';
