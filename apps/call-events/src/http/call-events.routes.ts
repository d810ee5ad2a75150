import { type CallEventName, callEventNameSchema } from '@callside/schemas';
import { createJsonBody, ServiceError } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { createRecordCallEvent } from '../use-cases/record-call-event.ts';
import { parseCallEvent } from './call-event-request.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Set by takeEvent. */
      event: CallEventName;
    }
  }
}

interface Dependencies {
  requireBrand: RequestHandler;
  requireKey: RequestHandler;
  recordCallEvent: ReturnType<typeof createRecordCallEvent>;
}

const limitBytes = 1024 * 1024;

/** The six endpoints of a dialler. Host, event and method, JSON, key and fields are checked in this order. */
export function createCallEventsRoutes({ requireBrand, requireKey, recordCallEvent }: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes });

  // One route for the six: a router tries its routes one after the other.
  router.all('/call-events/:event', requireBrand, takeEvent, readJson, requireKey, async (_request, response) => {
    const { brand, event, apiKey, body, bodyText, logFields } = response.locals;
    const newEvent = parseCallEvent({ event, brand, apiKeyId: apiKey?.id ?? '', body, bodyText });
    const outcome = await recordCallEvent(newEvent);
    logFields.outcome = outcome;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(outcome));
  });
  return router;
}

const takeEvent: RequestHandler<{ event: string }> = (request, response, next) => {
  const event = callEventNameSchema.safeParse(request.params.event);
  if (!event.success) return next('route');
  if (request.method !== 'POST') {
    throw new ServiceError({ code: 'method_not_allowed', message: 'Method Not Allowed', allow: 'POST' });
  }
  response.locals.event = event.data;
  response.locals.logFields.event = event.data;
  next();
};
