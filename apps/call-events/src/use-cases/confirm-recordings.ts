import type { Announcement } from '../domain/announcement.ts';
import { announceConfirmation } from '../domain/call-audience.ts';
import type { RecordingConfirmed } from '../domain/rep-state.ts';

export interface KeptConfirmation {
  userId: string;
  version: number;
  confirmed: RecordingConfirmed;
}

interface Dependencies {
  /** Stores the confirmation of those reps whose connected companions have all acknowledged the current recording state. */
  keepConfirmations: (userIds: string[]) => Promise<KeptConfirmation[]>;
  relay: (announcement: Announcement) => number;
}

/** Informs the tabs of reps whose companions have all applied the current recording state. */
export function createConfirmRecordings({ keepConfirmations, relay }: Dependencies) {
  return async (userIds: string[]): Promise<void> => {
    const kept = await keepConfirmations(userIds);
    for (const { userId, version, confirmed } of kept) relay(announceConfirmation(userId, version, confirmed));
  };
}
