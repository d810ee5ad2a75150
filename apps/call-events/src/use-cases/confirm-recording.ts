import { type Announcement, announceConfirmation } from '../domain/call-audience.ts';
import type { RecordingConfirmed } from '../domain/rep-state.ts';

interface Dependencies {
  /** Keeps the acknowledgement where its sequence is still the rep's current one; otherwise null. */
  keepConfirmation: (
    userId: string,
    sequence: number,
  ) => Promise<{ version: number; confirmed: RecordingConfirmed } | null>;
  relay: (announcement: Announcement) => number;
}

/** Keeps the companion's word that it applied a recording state, and shows it to the rep's tabs. */
export function createConfirmRecording({ keepConfirmation, relay }: Dependencies) {
  return async (userId: string, sequence: number): Promise<void> => {
    const kept = await keepConfirmation(userId, sequence);
    if (kept !== null) relay(announceConfirmation(userId, kept.version, kept.confirmed));
  };
}
