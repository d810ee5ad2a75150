import { eventLogQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { readEventLog } from '../../use-cases/reads/read-event-log.ts';
import type { ReadSources } from '../../use-cases/reads/read-sources.ts';
import { decodeCursor, encodeCursor } from '../../views/page-cursor.ts';
import { logItemView } from '../../views/reads.ts';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import { sendJson } from './send-json.ts';

interface Dependencies {
  requireSession: RequestHandler;
  reads: ReadSources;
}

export function createEventsRoutes({ requireSession, reads }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/events')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const query = parseOrThrow(eventLogQuerySchema, request.query, 'query');
      const { items, next } = await readEventLog(reads, {
        brandId: requestBrand.of(request).id,
        agentEmail: query.agent_email ?? null,
        event: query.event ?? null,
        resolved: query.resolved ?? null,
        outcome: query.outcome,
        from: query.from ?? null,
        to: query.to ?? null,
        after: decodeCursor(query.cursor, 'event'),
        limit: query.limit,
      });
      sendJson(response, { items: items.map(logItemView), next_cursor: encodeCursor(next) });
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
