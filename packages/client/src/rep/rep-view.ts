import type { CallOffers, CallState, CallView, RecordingKnowledge } from '@callside/schemas';
import { currentConfirmation, offersOf, type RepLink, type RepMemory, recordingKnowledge } from './rep-memory.ts';

/** The state of a rep that a page shows. */
export interface RepView {
  /** While it is not `live`, the other fields are the last known state. */
  link: RepLink;
  /** Of the last event in the log of the rep; null without a connection, and until its first state has arrived. */
  position: number | null;
  /** null until the first state has arrived. */
  version: number | null;
  /** null: no call right now. */
  call: CallView | null;
  /**
   * null: nobody records calls of the brand. `paused` is the requested state, or what the dialler reported. `state`: `confirmed` by every
   * connected companion, `requested` when one has not confirmed, `unknown` without a companion; `dialler` where the dialler records and
   * nothing confirms it. `unknown` also without a connection, during a call 5 s after the last `alive` of the service, and while the
   * service is cut off from its database. `confirmedAt`: when this sequence was last confirmed, also when another companion connected
   * later; null while `state` is `unknown` or `dialler`. Only `state` says whether the confirmation still holds.
   */
  recording: {
    paused: boolean;
    sequence: number;
    companion: 'connected' | 'absent';
    state: RecordingKnowledge;
    confirmedAt: string | null;
  } | null;
  customer: CallState['customer'];
  /** Of the call; null before they arrive, and without a call. */
  offers: CallOffers | null;
  /** The service sent a message that this client cannot read: reload to get a newer client. */
  outdated: boolean;
}

export function repViewOf(memory: RepMemory): RepView {
  const { link, position, version, call, customer, outdated } = memory;
  const state = recordingKnowledge(memory);
  const isConfirmable = state === 'confirmed' || state === 'requested';
  const confirmedAt = isConfirmable ? (currentConfirmation(memory)?.confirmed_at ?? null) : null;
  const recording = state && { ...memory.recording, companion: memory.companion, state, confirmedAt };
  return { link, position, version, call, recording, customer, offers: offersOf(memory, call), outdated };
}
