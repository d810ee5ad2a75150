import type { CallView, RecordingConfirmation } from '@callside/schemas';
import type { LogEntry } from './event-log.ts';

/** `connecting`: not connected since the page opened; `offline`: the browser itself says that it has no network. */
export type Link = 'connecting' | 'live' | 'reconnecting' | 'offline';

export interface PastCall {
  call: CallView;
  /** null when the page was not told. */
  endedAt: string | null;
}

export interface RepDesk {
  link: Link;
  /** null until the first snapshot. */
  version: number | null;
  call: CallView | null;
  recording: { paused: boolean; sequence: number };
  /** The latest one, of whichever recording state. */
  confirmation: RecordingConfirmation | null;
  lastCall: PastCall | null;
  log: readonly LogEntry[];
  /** When something was last heard from the service, in ms since 1970. */
  heardAt: number | null;
  /** The highest version since the connection was made; null once its snapshot has come. */
  heardBeforeSnapshot: number | null;
  /** A message came that this page cannot read: the service is newer than the page. */
  outdated: boolean;
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
  link: 'connecting',
  version: null,
  call: null,
  recording: { paused: false, sequence: 0 },
  confirmation: null,
  lastCall: null,
  log: [],
  heardAt: null,
  heardBeforeSnapshot: null,
  outdated: false,
  announcement: { serial: 0, polite: '', urgent: '' },
};

/** The companion's confirmation of the recording state that is shown; null while it has not come. */
export function currentConfirmation({ recording, confirmation }: RepDesk): RecordingConfirmation | null {
  const isCurrent = confirmation?.sequence === recording.sequence && confirmation.paused === recording.paused;
  return isCurrent ? confirmation : null;
}
