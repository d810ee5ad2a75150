import type { SessionOnFile } from '../../domain/call-on-file.ts';
import { type Liveness, livenessOf } from '../../domain/transcription-liveness.ts';
import type { LeaseStore } from '../lease-store.ts';

/** A session and whether it is live. */
export interface SessionSeen {
  finalizedAt: Date | null;
  endedAt: Date | null;
  liveness: Liveness;
}

export type SeeSessions = (sessions: readonly (SessionOnFile | null)[]) => Promise<(SessionSeen | null)[]>;

/** Reads all leases in one request. Reads none if every session is finalized: the store may be unavailable then. */
export function createSeeSessions({ presences }: Pick<LeaseStore, 'presences'>): SeeSessions {
  return async (sessions) => {
    const open = sessions.flatMap((session) => (session !== null && session.finalizedAt === null ? [session.id] : []));
    const found = open.length === 0 ? new Map() : await presences(open);
    return sessions.map(
      (session) =>
        session && {
          finalizedAt: session.finalizedAt,
          endedAt: session.endedAt,
          // A lease that the store did not report is unknown.
          liveness: livenessOf(session, found.get(session.id) ?? 'unknown'),
        },
    );
  };
}
