import type {
  CallDetail,
  ChatDetail,
  ChatListItem,
  CustomerMatch,
  EventLogItem,
  LoggedEvent,
  RefusedRequestView,
  TimelineEntry,
  TranscriptPage,
} from '@callside/schemas';
import { callView } from '../calls/index.ts';
import { encodeTranscriptCursor } from '../page-cursor.ts';
import { chunkView, transcriptionSessionView } from '../transcription/index.ts';
import type { LogItem } from './events/read-event-log.ts';
import type { EventOnFile } from './events/rules/event-on-file.ts';
import type { RefusedOnFile } from './events/rules/refused-request.ts';
import { metadataView } from './json-text.ts';
import type { CallWithTimeline, ChatOnFile, ChatWithTranscript, Timeline, Transcript } from './rules/chat-on-file.ts';
import type { SessionWithLiveness } from './session-liveness.ts';
import type { Shown } from './with-customers.ts';

/** Throws `unavailable` if the session's liveness is unknown. */
export function sessionView(session: SessionWithLiveness | null) {
  return session && transcriptionSessionView(session, session.liveness);
}

export function chatListItemView(chat: ChatOnFile & { customer: CustomerMatch }): ChatListItem {
  const { id, createdAt, customer, call } = chat;
  return { id, created_at: createdAt.toISOString(), customer, call: callView(call) };
}

export function chatDetailView(brand: string, chat: Shown<ChatWithTranscript>): ChatDetail {
  return {
    id: chat.id,
    brand,
    created_at: chat.createdAt.toISOString(),
    customer: chat.customer,
    call: callView(chat.call),
    ...timelineView(chat.timeline),
    transcript: chat.transcript.chunks.map(chunkView),
    transcript_next_cursor: encodeTranscriptCursor(chat.transcript.next),
    transcription_session: sessionView(chat.session),
  };
}

export function transcriptPageView({ chunks, next }: Transcript): TranscriptPage {
  return { items: chunks.map(chunkView), next_cursor: encodeTranscriptCursor(next) };
}

export function callDetailView({ call, chatId, customer, timeline, session }: Shown<CallWithTimeline>): CallDetail {
  return {
    ...callView(call),
    chat_id: chatId,
    customer,
    ...timelineView(timeline),
    transcription_session: sessionView(session),
  };
}

function timelineView({ entries, truncated }: Timeline): { timeline: TimelineEntry[]; timeline_truncated: boolean } {
  return {
    timeline: entries.map(({ event, eventId, occurredAt, receivedAt, metadata, applied }) => ({
      event,
      event_id: eventId,
      occurred_at: occurredAt.toISOString(),
      received_at: receivedAt.toISOString(),
      metadata: metadataView(metadata),
      applied,
    })),
    timeline_truncated: truncated,
  };
}

export function logItemView(item: LogItem): EventLogItem {
  return item.outcome === 'accepted' ? loggedEventView(item.event) : refusedRequestView(item.request);
}

function refusedRequestView(request: RefusedOnFile): RefusedRequestView {
  return {
    outcome: 'refused',
    id: `r${request.id}`,
    event: request.event,
    agent_email: request.agentEmail,
    received_at: request.receivedAt.toISOString(),
    status: request.status,
    reason: request.reason,
    request_id: request.requestId,
    api_key_id: request.apiKeyId,
    address: request.address,
  };
}

function loggedEventView(event: EventOnFile): LoggedEvent {
  return {
    outcome: 'accepted',
    id: event.id,
    event: event.event,
    event_id: event.eventId,
    agent_email: event.agentEmail,
    call_reference: event.callReference,
    phone_number: event.phoneNumber,
    customer_id: event.customerId,
    metadata: metadataView(event.metadata),
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
    agent_resolved: event.agentResolved,
    call_active: event.callActive,
    ...(event.resentFrom && { resent_from: `r${event.resentFrom}` }),
    ...(event.isTest && { is_test: true as const }),
    ...(event.isReused && { reused: true as const }),
  };
}
