import { initialRepMemory, type RepMemory } from '@callside/client';
import type { CallView, CustomerMatch, TranscriptChunkMessage } from '@callside/schemas';
import type { LogEntry } from './event-log.ts';

export interface PastCall {
  call: CallView;
  customer: CustomerMatch | null;
  /** null if the page received no end. */
  endedAt: string | null;
}

/** The state of a rep in a tab, and what the page derives from it. */
export interface RepDesk extends RepMemory {
  lastCall: PastCall | null;
  log: readonly LogEntry[];
  announcement: Announcement;
  /** The call whose start this page received last; null: none since it was opened. Not set by a snapshot. */
  arrival: PastCall | null;
  /** The pieces of the transcript of the current call that were pushed, by sequence. */
  pieces: readonly TranscriptChunkMessage[];
}

/** Texts for a screen reader. `serial` increases with every new one, even if the texts are equal. */
export interface Announcement {
  serial: number;
  /** Read after the current speech. */
  polite: string;
  /** Interrupts the current speech. */
  urgent: string;
}

export const initialRepDesk: RepDesk = {
  ...initialRepMemory,
  lastCall: null,
  log: [],
  announcement: { serial: 0, polite: '', urgent: '' },
  arrival: null,
  pieces: [],
};
