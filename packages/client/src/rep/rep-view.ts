import type { CallState, CallView, RecordingKnowledge } from '@callside/schemas';
import { currentConfirmation, type RepLink, type RepMemory, recordingKnowledge } from './rep-memory.ts';

/** What a page shows of its rep. */
export interface RepView {
  /** While it is not `live` the rest is as of when it was. */
  link: RepLink;
  /** null until the service has told anything. */
  version: number | null;
  /** null: no call right now. */
  call: CallView | null;
  /**
   * `paused` is what was requested. `state` says what is known: `confirmed` by every connected companion, `requested` of them,
   * or `unknown` without a companion or without a connection. `confirmedAt`: when just this was last confirmed, also
   * where another companion has come since; null without a companion. Only `state` says that it still holds.
   */
  recording: {
    paused: boolean;
    sequence: number;
    companion: 'connected' | 'absent';
    state: RecordingKnowledge;
    confirmedAt: string | null;
  };
  customer: CallState['customer'];
  offers: CallState['offers'];
  /** The service says what this client cannot read: there is a newer one. */
  outdated: boolean;
}

export function repViewOf(memory: RepMemory): RepView {
  const { link, version, call, customer, offers, outdated } = memory;
  const state = recordingKnowledge(memory);
  const confirmedAt = state === 'unknown' ? null : (currentConfirmation(memory)?.confirmed_at ?? null);
  const recording = { ...memory.recording, companion: memory.companion, state, confirmedAt };
  return { link, version, call, recording, customer, offers, outdated };
}
