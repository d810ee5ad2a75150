import { eventLogQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { EventOnFile, EventQuestion } from '../../domain/event-on-file.ts';
import type { Page } from '../../domain/page.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { loggedEventView } from './views.ts';

interface Dependencies {
  requireSession: RequestHandler;
  readEvents: (question: EventQuestion) => Promise<Page<EventOnFile>>;
}

export function createEventsRoutes({ requireSession, readEvents }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/events')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const query = parseOrThrow(eventLogQuerySchema, request.query, 'query');
      const { items, next } = await readEvents({
        brandId: response.locals.brand.id,
        agentEmail: query.agent_email ?? null,
        event: query.event ?? null,
        resolved: query.resolved ?? null,
        from: query.from ?? null,
        to: query.to ?? null,
        after: decodeCursor(query.cursor, 'event'),
        limit: query.limit,
      });
      response.json({ items: items.map(loggedEventView), next_cursor: encodeCursor(next) });
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
