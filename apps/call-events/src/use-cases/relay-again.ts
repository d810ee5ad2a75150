import type { RelayMarkStore } from '../adapters/relay-mark-store.ts';
import type { RepStateStore } from '../adapters/rep-state-store.ts';
import type { LoggedEvent } from '../domain/call-event.ts';
import { controlsRecording } from '../domain/call-state.ts';
import { announceAgain } from '../views/announcements.ts';
import type { Announcement } from '../views/messages.ts';

export interface RelayAgain {
  repStates: Pick<RepStateStore, 'readSnapshot'>;
  relay: (announcement: Announcement) => number;
  marks: Pick<RelayMarkStore, 'mark'>;
}

/**
 * Sends a rep their current state with an event of the log, never the state of that time: a retried old pause cannot pause
 * again. Resolves to the number of tabs of this instance that it reached.
 */
export async function relayAgain(logged: LoggedEvent, { repStates, relay, marks }: RelayAgain): Promise<number> {
  const rep = logged.userId === null ? null : await repStates.readSnapshot(logged.userId);
  if (rep === null) return 0;
  // Page and companion must agree on a recording control: its retry is shown again.
  const once = !controlsRecording(logged.event);
  const deliveredSockets = relay({ ...announceAgain(logged, rep), once });
  if (logged.id !== null && !logged.relayed) marks.mark(logged.id, deliveredSockets);
  return deliveredSockets;
}
