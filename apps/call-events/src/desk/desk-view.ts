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
    events,
    previous_call: previousCall && { call: callView(previousCall.call), customer: previousCall.customer },
  };
}

export function deskCallView({ call, notes, followUp, ...others }: DeskCallOnFile): DeskCall {
  return {
    ...others,
    call: callView(call),
    customer_picked: typeof call.pickedCustomerId === 'string',
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
