import type { LeaseStore } from './lease-store.ts';
import type { ProducerLeases } from './producer-leases.ts';
import type { TranscriptionSessions } from './transcription-sessions.ts';

interface Dependencies {
  leases: Pick<LeaseStore, 'restore'>;
  sessions: Pick<TranscriptionSessions, 'leasesOnFile'>;
  producers: Pick<ProducerLeases, 'refreshOwed'>;
}

/** Tells a lease store that may have forgotten leases what it should know: those on file, and the frames of late. */
export function createRestoreLeases({ leases, sessions, producers }: Dependencies) {
  return async (): Promise<void> => {
    producers.refreshOwed();
    await leases.restore(await sessions.leasesOnFile());
  };
}
