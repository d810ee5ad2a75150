import { eventLogQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { createReadEventLog } from '../../use-cases/reads/read-event-log.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import { sendJson } from './json-answer.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { logItemView } from './views.ts';

interface Dependencies {
  requireSession: RequestHandler;
  readEventLog: ReturnType<typeof createReadEventLog>;
}

export function createEventsRoutes({ requireSession, readEventLog }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/events')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const query = parseOrThrow(eventLogQuerySchema, request.query, 'query');
      const { items, next } = await readEventLog({
        brandId: response.locals.brand.id,
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
