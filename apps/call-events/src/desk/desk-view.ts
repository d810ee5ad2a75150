import type { CallNotesView, Desk, DeskCall, DeskTranscript, FollowUp } from '@callside/schemas';
import { callView } from '../calls/index.ts';
import type { Transcript } from '../records/index.ts';
import { chunkView } from '../transcription/index.ts';
import type { NotesOnFile } from './desk.store.ts';
import type { FollowUpOnFile } from './follow-ups.store.ts';
import type { DeskOnFile } from './read-desk.ts';
import type { DeskCallOnFile } from './read-desk-call.ts';

export function deskView({ now, events, previousCall }: DeskOnFile): Desk {
  return {
    now: now.toISOString(),
    events: events.map(({ event, eventId, receivedAt, phoneNumber, applied }) => ({
      event,
      event_id: eventId,
      received_at: receivedAt.toISOString(),
      phone_number: phoneNumber,
      applied,
    })),
    previous_call: previousCall && { call: callView(previousCall.call), customer: previousCall.customer },
  };
}

export function deskCallView({
  call,
  customer,
  metadata,
  orders,
  calls,
  continues,
  notes,
  followUp,
}: DeskCallOnFile): DeskCall {
  return {
    call: callView(call),
    customer,
    customer_picked: typeof call.pickedCustomerId === 'string',
    metadata,
    orders,
    calls: calls.map(({ reference, repName, phoneNumber, startedAt, endedAt, note, disposition }) => ({
      reference,
      rep_name: repName,
      phone_number: phoneNumber,
      started_at: startedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
      note,
      disposition,
    })),
    continues: continues.map(({ kind, at, repName, reference, items, dueAt, doneAt }) => ({
      kind,
      at: at.toISOString(),
      rep_name: repName,
      call_reference: reference,
      items,
      due_at: dueAt?.toISOString() ?? null,
      done_at: doneAt?.toISOString() ?? null,
    })),
    notes: callNotesView(notes),
    follow_up: followUpView(followUp),
  };
}

export function followUpView({ text, dueAt, doneAt }: FollowUpOnFile): FollowUp {
  return { text, due_at: dueAt?.toISOString() ?? null, done_at: doneAt?.toISOString() ?? null };
}

export function callNotesView({ note, disposition, isFromSale, version, updatedAt }: NotesOnFile): CallNotesView {
  const updated_at = updatedAt?.toISOString() ?? null;
  return { note, disposition, disposition_from_sale: isFromSale, version, updated_at };
}

export function deskTranscriptView(sessionId: string | null, { chunks, next }: Transcript): DeskTranscript {
  return { session_id: sessionId, items: chunks.map(chunkView), next_after: next?.sequence ?? null };
}
