import { requireOwner } from '@callside/auth';
import { type CallEventResponse, type TestCalls, testCallRequestSchema } from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { actingOwner, ofBrandInPath, type RepWithCall, requestBrand } from '../../brands/index.ts';
import { parseOwnerEvent } from './owner-event.ts';
import type { OwnerEvent, OwnerEventOutcome } from './send-owner-event.ts';

interface Dependencies {
  requireSession: RequestHandler;
  /** Whether this deployment allows test calls. */
  testCallsAllowed: boolean;
  agents: { listReps: (brandId: string) => Promise<RepWithCall[]> };
  sendOwnerEvent: (ownerEvent: OwnerEvent) => Promise<OwnerEventOutcome>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(testCallRequestSchema.shape));

/** Calls that an owner places for a rep without a dialler. Their events are marked, and are processed like all others. */
export function createTestCallsRoutes({
  requireSession,
  testCallsAllowed,
  agents,
  sendOwnerEvent,
}: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/test-calls')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const reps = testCallsAllowed ? await agents.listReps(requestBrand.of(request).id) : [];
      response.json({
        allowed: testCallsAllowed,
        reps: reps.map(({ id, email, name, onCall }) => ({ user_id: id, email, name, on_call: onCall })),
      } satisfies TestCalls);
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      if (!testCallsAllowed) {
        throw new ServiceError({ code: 'forbidden', message: 'This deployment does not allow test calls.' });
      }
      const { event, user_id, phone_number } = parseOrThrow(testCallRequestSchema, jsonBody.of(request).value);
      const reps = await agents.listReps(requestBrand.of(request).id);
      const rep = reps.find(({ id }) => id === user_id.toLowerCase());
      if (rep === undefined) throw invalidBody('user_id', 'unknown_user', 'user_id must be the id of an active user');
      const value = { agent_email: rep.email, phone_number, metadata: { test: true } };
      const newEvent = parseOwnerEvent(
        request,
        event,
        { value, memberText: (name) => (name === 'metadata' ? '{"test":true}' : undefined) },
        'test',
      );
      const outcome = await sendOwnerEvent({
        owner: actingOwner(request),
        event: { ...newEvent, isTest: true, allowedChange: { only: 'test calls' } },
        audit: { action: 'event.test', subject: rep.id, detail: { event, event_id: newEvent.eventId } },
      });
      if ('refused' in outcome) {
        throw invalidBody('user_id', 'on_call', 'the rep is on a real call, which a test must not change');
      }
      response.json(outcome.recorded satisfies CallEventResponse);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));
  return router;
}
