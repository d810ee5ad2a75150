import { initialRepMemory, type RepMemory } from '@callside/client';
import type { CallView, CustomerMatch } from '@callside/schemas';
import type { LogEntry } from './event-log.ts';

export interface PastCall {
  call: CallView;
  customer: CustomerMatch | null;
  /** null when the page was not told. */
  endedAt: string | null;
}

/** What a tab knows of its rep, and what the page makes of it. */
export interface RepDesk extends RepMemory {
  lastCall: PastCall | null;
  log: readonly LogEntry[];
  announcement: Announcement;
}

/** What a screen reader says. `serial` rises with every new one, also when the words are the same. */
export interface Announcement {
  serial: number;
  /** Waits for a pause in what is being read. */
  polite: string;
  /** Interrupts. */
  urgent: string;
}

export const initialRepDesk: RepDesk = {
  ...initialRepMemory,
  lastCall: null,
  log: [],
  announcement: { serial: 0, polite: '', urgent: '' },
};
