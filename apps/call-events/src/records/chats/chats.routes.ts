import { chatListQuerySchema, transcriptQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { type AuditRequest, ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { normalisePhoneNumber } from '../../customers/index.ts';
import { decodeCursor, decodeTranscriptCursor, encodeCursor } from '../../page-cursor.ts';
import { foundOr404, publicId } from '../../public-id.ts';
import type { ReadSources } from '../read-sources.ts';
import { sendJson } from '../send-json.ts';
import { teamRead } from '../team-read.ts';
import { chatDetailView, chatListItemView, transcriptPageView } from '../views.ts';
import { withCustomers, withSessionAndCustomer } from '../with-customers.ts';

interface Dependencies {
  requireReader: RequestHandler;
  auditRequest: AuditRequest;
  reads: ReadSources;
}

export function createChatsRoutes({ requireReader, auditRequest, reads }: Dependencies): Router {
  const router = Router();
  const readOnly = methodNotAllowed(['GET', 'HEAD']);

  router
    .route('/:brand/chats')
    .all(ofBrandInPath)
    .get(requireReader, async (request, response) => {
      const brand = requestBrand.of(request);
      const { limit, cursor, phone, agent_email } = parseOrThrow(chatListQuerySchema, request.query, 'query');
      const { items, next } = await reads.chats.readPage({
        brandId: brand.id,
        phoneNumber: phone === undefined ? null : normalisePhoneNumber(phone, brand.country),
        agentEmail: agent_email ?? null,
        team: teamRead(request),
        after: decodeCursor(cursor, 'chat'),
        limit,
      });
      const chats = await withCustomers(reads.customers, brand.id, items);
      response.json({ items: chats.map(chatListItemView), next_cursor: encodeCursor(next) });
    })
    .all(readOnly);

  router
    .route('/:brand/chats/:chat_id')
    .all(ofBrandInPath)
    .get(requireReader, async (request, response) => {
      const brand = requestBrand.of(request);
      const chatId = publicId(request.params.chat_id, 'chat');
      const found = await reads.chats.findChat({ brandId: brand.id, chatId, team: teamRead(request) });
      const shown = await withSessionAndCustomer(reads, brand.id, found);
      const chat = chatDetailView(brand.slug, foundOr404(shown, 'chat'));
      const detail = { read: 'chat', call_reference: chat.call.reference, pieces: chat.transcript.length };
      await auditRequest(request, { action: 'transcript.read', subject: chatId, detail });
      sendJson(response, chat);
    })
    .all(readOnly);

  router
    .route('/:brand/chats/:chat_id/transcript')
    .all(ofBrandInPath)
    .get(requireReader, async (request, response) => {
      const { cursor } = parseOrThrow(transcriptQuerySchema, request.query, 'query');
      const after = decodeTranscriptCursor(cursor);
      const chatId = publicId(request.params.chat_id, 'chat');
      const asked = { brandId: requestBrand.of(request).id, chatId, team: teamRead(request) };
      const found = await reads.chats.findTranscript(asked, after);
      const transcript = transcriptPageView(foundOr404(found, 'chat'));
      const detail = { read: 'transcript', pieces: transcript.items.length };
      await auditRequest(request, { action: 'transcript.read', subject: chatId, detail });
      response.json(transcript);
    })
    .all(readOnly);
  return router;
}
