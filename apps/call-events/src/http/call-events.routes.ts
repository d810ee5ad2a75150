import { apiKeyId } from '@callside/auth';
import { type CallEventName, callEventNameSchema } from '@callside/schemas';
import {
  type BodyBudget,
  createJsonBody,
  jsonBody,
  logFields,
  RequestValue,
  requestId,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { CallEventRecorder } from '../use-cases/record-call-events.ts';
import type { CountAccepted } from './accepted-events.ts';
import { requestBrand } from './brand-of-host.ts';
import { callEventShape, parseCallEvent } from './call-event-request.ts';

/** The event that the path names. */
export const requestEvent = new RequestValue<CallEventName>('event');

interface Dependencies {
  requireBrand: RequestHandler;
  requireKey: RequestHandler;
  /** Limits the bodies in memory. */
  budget: BodyBudget;
  recorder: CallEventRecorder;
  countAccepted: CountAccepted;
}

const limitBytes = 1024 * 1024;

/** The six endpoints of a dialler. Checks host, event and method, JSON, key and fields, in this order. */
export function createCallEventsRoutes({
  requireBrand,
  requireKey,
  budget,
  recorder,
  countAccepted,
}: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes, shape: callEventShape, budget });

  // One route for the six: a router tries its routes one after another.
  router.all('/call-events/:event', requireBrand, takeEvent, readJson, requireKey, async (request, response) => {
    const newEvent = parseCallEvent({
      event: requestEvent.of(request),
      brand: requestBrand.of(request),
      apiKeyId: apiKeyId.of(request),
      requestId: requestId.of(request),
      body: jsonBody.of(request),
    });
    const outcome = await recorder.record(newEvent);
    countAccepted(newEvent.event, outcome);
    logFields.of(request).outcome = outcome;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(outcome));
  });
  return router;
}

const takeEvent: RequestHandler<{ event: string }> = (request, _response, next) => {
  const event = callEventNameSchema.safeParse(request.params.event);
  if (!event.success) return next('route');
  if (request.method !== 'POST') {
    throw new ServiceError({ code: 'method_not_allowed', message: 'Method Not Allowed', allow: 'POST' });
  }
  requestEvent.set(request, event.data);
  logFields.of(request).event = event.data;
  next();
};
