import type { SessionOnFile } from '../calls/index.ts';
import { type LeaseStore, type Liveness, livenessOf } from '../transcription/index.ts';

export interface SessionWithLiveness extends SessionOnFile {
  liveness: Liveness;
}

/**
 * Adds to each session whether it is live, from all leases in one request. Reads none if every session is finalized: the store
 * may be unavailable then.
 */
export async function readLiveness(
  leases: Pick<LeaseStore, 'presences'>,
  sessions: readonly (SessionOnFile | null)[],
): Promise<(SessionWithLiveness | null)[]> {
  const open = sessions.flatMap((session) => (session !== null && session.finalizedAt === null ? [session.id] : []));
  const found = open.length === 0 ? new Map() : await leases.presences(open);
  return sessions.map(
    // A lease that the store did not report is unknown.
    (session) => session && { ...session, liveness: livenessOf(session, found.get(session.id) ?? 'unknown') },
  );
}
