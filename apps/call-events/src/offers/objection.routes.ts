import { type Objection, objectionRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { type AuditRequest, ofBrandInPath } from '../brands/index.ts';
import { type FindCall, offeredCallOf } from './offered-call.ts';
import type { OfferedCall } from './rules/call-offers.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  auditRequest: AuditRequest;
  findCall: FindCall;
  readObjection: (call: OfferedCall) => Promise<boolean>;
  /** Resolves to whether anything changed. Throws `invalid` for a call without a number or customer. */
  changeObjection: (call: OfferedCall, objects: boolean) => Promise<boolean>;
}

const body = createJsonBody({ limitBytes: 1024, shape: objectOf(Object.keys(objectionRequestSchema.shape)) });

/** Whether the customer of a call wants offers: for its own rep, and for owners. */
export function createObjectionRoutes({ requireDesk, auditRequest, findCall, ...objections }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/calls/:reference/objection')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const call = await offeredCallOf(request, findCall);
      response.json({ objects: await objections.readObjection(call) } satisfies Objection);
    })
    .post(requireDesk, body, async (request, response) => {
      const call = await offeredCallOf(request, findCall);
      const { objects } = parseOrThrow(objectionRequestSchema, jsonBody.of(request).value);
      if (await objections.changeObjection(call, objects)) {
        const action = objects ? 'objection.set' : 'objection.clear';
        await auditRequest(request, { action, subject: call.reference, detail: { by: 'call' } });
      }
      response.json({ objects } satisfies Objection);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));
  return router;
}
