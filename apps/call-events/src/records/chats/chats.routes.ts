import { chatListQuerySchema, transcriptQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { normalisePhoneNumber } from '../../customers/index.ts';
import { decodeCursor, decodeTranscriptCursor, encodeCursor } from '../../page-cursor.ts';
import { foundOr404, publicId } from '../../public-id.ts';
import type { ReadSources } from '../read-sources.ts';
import { sendJson } from '../send-json.ts';
import { chatDetailView, chatListItemView, transcriptPageView } from '../views.ts';
import { listChats } from './list-chats.ts';
import { readChat } from './read-chat.ts';

interface Dependencies {
  requireSession: RequestHandler;
  reads: ReadSources;
}

export function createChatsRoutes({ requireSession, reads }: Dependencies): Router {
  const router = Router();
  const readOnly = methodNotAllowed(['GET', 'HEAD']);

  router
    .route('/:brand/chats')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const brand = requestBrand.of(request);
      const { limit, cursor, phone, agent_email } = parseOrThrow(chatListQuerySchema, request.query, 'query');
      const { items, next } = await listChats(reads, {
        brandId: brand.id,
        phoneNumber: phone === undefined ? null : normalisePhoneNumber(phone, brand.country),
        agentEmail: agent_email ?? null,
        after: decodeCursor(cursor, 'chat'),
        limit,
      });
      response.json({ items: items.map(chatListItemView), next_cursor: encodeCursor(next) });
    })
    .all(readOnly);

  router
    .route('/:brand/chats/:chat_id')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const brand = requestBrand.of(request);
      const chat = await readChat(reads, brand.id, publicId(request.params.chat_id, 'chat'));
      sendJson(response, chatDetailView(brand.slug, foundOr404(chat, 'chat')));
    })
    .all(readOnly);

  router
    .route('/:brand/chats/:chat_id/transcript')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const { cursor } = parseOrThrow(transcriptQuerySchema, request.query, 'query');
      const after = decodeTranscriptCursor(cursor);
      const chatId = publicId(request.params.chat_id, 'chat');
      const transcript = await reads.chats.findTranscript(requestBrand.of(request).id, chatId, after);
      response.json(transcriptPageView(foundOr404(transcript, 'chat')));
    })
    .all(readOnly);
  return router;
}
