import { requestUser } from '@callside/auth';
import { type FollowUp, type FollowUpList, followUpRequestSchema, maskCardNumbers } from '@callside/schemas';
import { createJsonBody, invalidBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import type { CustomerStore } from '../customers/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import { withCustomers } from '../records/index.ts';
import type { DeskStore } from './desk.store.ts';
import type { DeskSources } from './desk-sources.ts';
import { followUpView } from './desk-view.ts';
import type { FollowUpStore } from './follow-ups.store.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  desk: Pick<DeskStore, 'findOwnCall'>;
  customers: CustomerStore;
  followUps: FollowUpStore;
  countMasked: DeskSources['countMasked'];
}

const limitBytes = 8 * 1024;
const body = createJsonBody({ limitBytes, shape: objectOf(Object.keys(followUpRequestSchema.shape)) });

/** What reps promised: each reads and writes their own. */
export function createFollowUpRoutes({ requireDesk, desk, customers, followUps, countMasked }: Dependencies): Router {
  const router = Router();

  router
    .route('/:brand/desk/calls/:reference/follow-up')
    .all(ofBrandInPath)
    .put(requireDesk, body, async (request, response) => {
      const { due_at: dueAt, done, ...sent } = parseOrThrow(followUpRequestSchema, jsonBody.of(request).value);
      const { text, masked } = maskCardNumbers(sent.text);
      if (dueAt !== null && text === '') throw invalidBody('text', 'value_error', 'text must say what is promised');
      const [userId, brandId] = [requestUser.of(request).id, requestBrand.of(request).id];
      const reference = publicId(String(request.params.reference), 'call');
      const { id: callId } = foundOr404(await desk.findOwnCall(userId, reference), 'call');
      const promised = dueAt === null ? null : { text, dueAt: new Date(dueAt), isDone: done };
      const written = await followUps.write({ callId, brandId, userId }, promised);
      countMasked(masked);
      response.json(followUpView(written) satisfies FollowUp);
    })
    .all(methodNotAllowed('PUT'));

  router
    .route('/:brand/desk/follow-ups')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const found = await followUps.findOpen(requestUser.of(request).id);
      const shown = await withCustomers(customers, requestBrand.of(request).id, found);
      const items = shown.map(({ call, customer, text, dueAt }) => ({
        call_reference: call.reference,
        phone_number: call.phoneNumber,
        customer_name: customer.match === 'one' ? customer.name : null,
        text,
        due_at: dueAt.toISOString(),
      }));
      response.json({ items } satisfies FollowUpList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
