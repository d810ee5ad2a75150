import { requestUser } from '@callside/auth';
import {
  type CustomerList,
  callNotesRequestSchema,
  customerChoiceSchema,
  customerQuerySchema,
  deskTranscriptQuerySchema,
  maskCardNumbers,
} from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { type AuditRequest, ofBrandInPath, requestBrand } from '../brands/index.ts';
import { customerWords } from '../customers/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import type { DeskSources } from './desk-sources.ts';
import { callNotesView, deskCallView, deskTranscriptView, deskView } from './desk-view.ts';
import { pickCustomer } from './pick-customer.ts';
import { readDesk } from './read-desk.ts';
import { readDeskCall } from './read-desk-call.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  auditRequest: AuditRequest;
  desk: DeskSources;
}

/** A note of 10,000 characters takes at most six bytes each in JSON. */
const limitBytes = 128 * 1024;
const notesBody = createJsonBody({ limitBytes, shape: objectOf(Object.keys(callNotesRequestSchema.shape)) });
const choiceBody = createJsonBody({ limitBytes, shape: objectOf(Object.keys(customerChoiceSchema.shape)) });

/** What the rep's page shows beside the live call, and what the rep writes. A rep reads and writes only their own calls. */
export function createDeskRoutes({ requireDesk, auditRequest, desk: sources }: Dependencies): Router {
  const { desk, findCustomers } = sources;
  const router = Router();
  const repOf = (request: Request) => ({ id: requestUser.of(request).id, brandId: requestBrand.of(request).id });
  const referenceOf = (request: Request) => publicId(String(request.params.reference), 'call');
  const ownCall = async (request: Request) =>
    foundOr404(await desk.findOwnCall(repOf(request).id, referenceOf(request)), 'call');

  router
    .route('/:brand/desk')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      response.json(deskView(await readDesk(sources, repOf(request))));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/desk/customers')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const { q } = parseOrThrow(customerQuerySchema, request.query, 'query');
      const { id, country } = requestBrand.of(request);
      response.json({ items: await findCustomers(id, customerWords(q, country)) } satisfies CustomerList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/desk/calls/:reference')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const { shownMetadata } = requestBrand.of(request);
      const call = await readDeskCall(sources, { ...repOf(request), shownMetadata }, referenceOf(request));
      response.json(deskCallView(foundOr404(call, 'call')));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/desk/calls/:reference/transcript')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const { after = null } = parseOrThrow(deskTranscriptQuerySchema, request.query, 'query');
      const { id } = await ownCall(request);
      const { sessionId, transcript } = await desk.readTranscript(id, after);
      const pieces = transcript.chunks.length;
      // The page asks at the start of every call, also where nothing is transcribed.
      if (pieces > 0) {
        const detail = { read: 'desk', pieces };
        await auditRequest(request, { action: 'transcript.read', subject: referenceOf(request), detail });
      }
      response.json(deskTranscriptView(sessionId, transcript));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/desk/calls/:reference/notes')
    .all(ofBrandInPath)
    .put(requireDesk, notesBody, async (request, response) => {
      const { version = null, ...sent } = parseOrThrow(callNotesRequestSchema, jsonBody.of(request).value);
      const { disposition, disposition_from_sale } = sent;
      const { text: note, masked } = maskCardNumbers(sent.note);
      // Without a disposition nothing was chosen.
      const content = { note, disposition, isFromSale: disposition !== null && disposition_from_sale };
      const { id: userId, brandId } = repOf(request);
      const { id: callId } = await ownCall(request);
      const written = await desk.writeNotes({ callId, brandId, userId }, { ...content, version });
      if (written === null) {
        throw new ServiceError({ code: 'conflict', message: 'The notes have changed since they were read.' });
      }
      sources.countMasked(masked);
      const notes = callNotesView(written);
      sources.onNotes(userId, { call_reference: referenceOf(request), ...notes });
      response.json(notes);
    })
    .all(methodNotAllowed('PUT'));

  router
    .route('/:brand/desk/calls/:reference/customer')
    .all(ofBrandInPath)
    .put(requireDesk, choiceBody, async (request, response) => {
      const choice = parseOrThrow(customerChoiceSchema, jsonBody.of(request).value);
      const picked = await pickCustomer(sources, repOf(request), referenceOf(request), choice);
      if (picked === 'unknown customer') {
        const msg = 'customer_id must be of a customer on file, or empty with the phone_number of one without a code';
        throw invalidBody('customer_id', 'value_error', msg);
      }
      response.json(foundOr404(picked === 'unknown call' ? null : picked, 'call'));
    })
    .all(methodNotAllowed('PUT'));
  return router;
}
