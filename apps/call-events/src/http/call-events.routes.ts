import { callEventNames } from '@callside/schemas';
import { createJsonBody, methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { createRecordCallEvent } from '../use-cases/record-call-event.ts';
import { parseCallEvent } from './call-event-request.ts';

interface Dependencies {
  requireBrand: RequestHandler;
  requireKey: RequestHandler;
  recordCallEvent: ReturnType<typeof createRecordCallEvent>;
}

const limitBytes = 1024 * 1024;

/** The six endpoints of a dialler. Host, JSON, key and fields are checked in this order. */
export function createCallEventsRoutes({ requireBrand, requireKey, recordCallEvent }: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes });

  for (const event of callEventNames) {
    const path = `/call-events/${event}`;
    router.post(path, requireBrand, readJson, requireKey, async (_request, response) => {
      const { brand, apiKey, body, bodyText, logFields } = response.locals;
      const newEvent = parseCallEvent({ event, brand, apiKeyId: apiKey?.id ?? '', body, bodyText });
      const outcome = await recordCallEvent(newEvent);
      logFields.outcome = outcome;
      response.json(outcome);
    });
    router.all(path, requireBrand, methodNotAllowed('POST'));
  }
  return router;
}
