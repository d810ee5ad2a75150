import type { RepStateStore } from '../adapters/rep-state-store.ts';
import { announceConfirmation } from '../views/announcements.ts';
import type { Announcement } from '../views/messages.ts';

interface Dependencies {
  repStates: Pick<RepStateStore, 'keepConfirmations'>;
  relay: (announcement: Announcement) => number;
}

/** Informs the tabs of reps whose companions have all applied the current recording state. */
export async function confirmRecordings(userIds: string[], { repStates, relay }: Dependencies): Promise<void> {
  for (const { userId, version, confirmed } of await repStates.keepConfirmations(userIds)) {
    relay(announceConfirmation(userId, version, confirmed));
  }
}
