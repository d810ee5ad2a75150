import type { Announcement } from '../domain/announcement.ts';
import { announceConfirmation } from '../domain/call-audience.ts';
import type { RecordingConfirmed } from '../domain/rep-state.ts';

export interface KeptConfirmation {
  userId: string;
  version: number;
  confirmed: RecordingConfirmed;
}

interface Dependencies {
  /** Keeps, of those reps, whose every connected companion has acknowledged the current recording state. */
  keepConfirmations: (userIds: string[]) => Promise<KeptConfirmation[]>;
  relay: (announcement: Announcement) => number;
}

/** Shows the tabs of reps that all their companions have applied the recording state, where that is so. */
export function createConfirmRecordings({ keepConfirmations, relay }: Dependencies) {
  return async (userIds: string[]): Promise<void> => {
    const kept = await keepConfirmations(userIds);
    for (const { userId, version, confirmed } of kept) relay(announceConfirmation(userId, version, confirmed));
  };
}
