import type { LeaseStore } from './leases/lease-store.ts';
import type { LeasePresence } from './rules/transcription-liveness.ts';
import type { TranscriptionSessions } from './sessions.store.ts';

interface Dependencies {
  sessions: Pick<TranscriptionSessions, 'findOverdue' | 'finalizeOverdue' | 'postponeOverdue'>;
  leases: Pick<LeaseStore, 'presences'>;
}

const mostAtOnce = 500;
/** Until the next check of a lease that still exists although it should have expired. */
const postponeByMs = 1_000;

/**
 * Finalizes the sessions whose lease has expired in PostgreSQL and in the lease store. Runs on every instance; a session that
 * another instance finalized or a producer took in between is skipped. Resolves to the number of sessions finalized.
 */
export function createFinalizeOverdueSessions({ sessions, leases }: Dependencies) {
  return async (): Promise<number> => {
    const overdue = await sessions.findOverdue(mostAtOnce);
    if (overdue.length === 0) return 0;
    const presences = await leases.presences(overdue);
    // Without a readable lease nothing is done.
    const those = (presence: LeasePresence) => overdue.filter((sessionId) => presences.get(sessionId) === presence);
    const [there, gone] = [those('present'), those('absent')];
    if (there.length > 0) await sessions.postponeOverdue(there, postponeByMs);
    return gone.length > 0 ? sessions.finalizeOverdue(gone) : 0;
  };
}
