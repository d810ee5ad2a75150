import { type Objection, objectionRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { actingOwner, ofBrandInPath } from '../brands/index.ts';
import type { CallOfferStore } from './call-offers.store.ts';
import { changeObjection, type ObjectionDependencies } from './change-objection.ts';
import type { ObjectionStore } from './objections.store.ts';
import { offeredCallOf } from './offered-call.ts';
import { objectingOn } from './rules/objecting.ts';

interface Dependencies extends ObjectionDependencies {
  objections: Pick<ObjectionStore, 'find' | 'change'>;
  requireDesk: RequestHandler;
  store: Pick<CallOfferStore, 'findCall'>;
}

const body = createJsonBody({ limitBytes: 1024, shape: objectOf(Object.keys(objectionRequestSchema.shape)) });

/** Whether the customer of a call wants offers: for its own rep, and for owners. */
export function createObjectionRoutes({ requireDesk, store, objections, asker }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/calls/:reference/objection')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const call = await offeredCallOf(request, store);
      const objects = await objections.find(call.brandId, objectingOn(call));
      response.json({ objects } satisfies Objection);
    })
    .post(requireDesk, body, async (request, response) => {
      const call = await offeredCallOf(request, store);
      const { objects } = parseOrThrow(objectionRequestSchema, jsonBody.of(request).value);
      await changeObjection(call, objects, actingOwner(request), { objections, asker });
      response.json({ objects } satisfies Objection);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));
  return router;
}
