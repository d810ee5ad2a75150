// Evidence of pauses: chains of digests over the events of each rep and over what companions report of each call.

import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import { EvidenceStore } from './evidence.store.ts';
import { HeadsStore } from './heads.store.ts';
import { createNoteHeads } from './note-heads.ts';
import { createEvidenceRoutes } from './routes.ts';
import { createWatchPauses } from './watch-pauses.ts';

interface Dependencies {
  pools: Pools;
  requireAuditor: RequestHandler;
  logger: Logger;
  metrics: Metrics;
}

export function createEvidence({ pools, requireAuditor, logger, metrics }: Dependencies) {
  const now = () => performance.now();
  const routes: Router = createEvidenceRoutes({ requireAuditor, store: new EvidenceStore(pools.pages) });
  return {
    routes,
    /** For regular tasks: each does nothing when it ran a moment ago. */
    noteHeads: createNoteHeads({ store: new HeadsStore(pools.background), logger, metrics, now }),
    watchPauses: createWatchPauses({ query: queryThrough(pools.endpoints), metrics, now }),
  };
}

/** Card numbers that were masked before they were stored. */
export function createCardMetrics(metrics: Metrics) {
  const masked = metrics.counter(
    'card_numbers_masked_total',
    'Card numbers that were masked in a transcript or a note before it was stored.',
    ['where'],
  );
  // Prometheus sees the first one as an increase only if the series began at 0.
  for (const where of ['transcript', 'note']) masked.inc({ where }, 0);
  return masked;
}

export { companionEndedAs, companionEndedAt, companionMayRecordUntil } from './evidence.sql.ts';
export { insertCallEvidence, type RecorderReport, storeReport } from './evidence.store.ts';
export { type EventLink, type EventToLink, linkEvents } from './link-events.ts';
export { wasConnected } from './rules/unacknowledged.ts';
