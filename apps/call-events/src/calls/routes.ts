import { type ApiKeyExpectation, apiKeyId, keyToConfirm } from '@callside/auth';
import { type CallEventName, type CallEventResponse, callEventNameSchema } from '@callside/schemas';
import {
  type BodyBudget,
  createJsonBody,
  jsonBody,
  logFields,
  RequestValue,
  requestId,
  ServiceError,
  toServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { requestBrand } from '../brands/index.ts';
import type { IntakeMetrics } from './batches/intake-metrics.ts';
import { callEventShape, parseCallEvent } from './call-event-request.ts';
import { type CallEventRecorder, UnconfirmedKey } from './record-events.ts';

/** The event that the path names. */
export const requestEvent = new RequestValue<CallEventName>('event');

interface Dependencies {
  requireBrand: RequestHandler;
  keys: ApiKeyExpectation;
  /** Limits the bodies in memory. */
  budget: BodyBudget;
  recorder: CallEventRecorder;
  countAccepted: IntakeMetrics['countAccepted'];
}

const limitBytes = 1024 * 1024;

/** The six endpoints of a dialler. Checks host, event and method, JSON, key and fields, in this order. */
export function createCallEventsRoutes({ requireBrand, keys, budget, recorder, countAccepted }: Dependencies): Router {
  const router = Router();
  const readJson = createJsonBody({ limitBytes, shape: callEventShape, budget });

  // One route for the six: a router tries its routes one after another.
  router.all('/call-events/:event', requireBrand, takeEvent, readJson, keys.expect, async (request, response) => {
    const outcome = await record(request).catch(async (error: unknown) => {
      // An unusable key takes precedence over any other error. A hung database is not queried twice: the sender retries.
      if (keyToConfirm.find(request) && toServiceError(error).code !== 'unavailable') await keys.check(request);
      if (error instanceof UnconfirmedKey) return record(request);
      throw error;
    });
    keys.confirm(request);
    const event = requestEvent.of(request);
    countAccepted(event, outcome);
    logFields.of(request).outcome = outcome;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(outcome));
  });

  async function record(request: Request): Promise<CallEventResponse> {
    const expectedKey = keyToConfirm.find(request) ?? null;
    const newEvent = parseCallEvent({
      event: requestEvent.of(request),
      brand: requestBrand.of(request),
      apiKeyId: expectedKey?.id ?? apiKeyId.of(request),
      keyToConfirm: expectedKey,
      requestId: requestId.of(request),
      body: jsonBody.of(request),
    });
    return recorder.record(newEvent);
  }

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
