/** What the lease store says of a session's lease. `unknown`: the store could not be read. */
export type LeasePresence = 'present' | 'absent' | 'unknown';

/** Three-valued up to the wire, so that nothing can take an unreadable store for a session that is over. */
export type Liveness = 'live' | 'not live' | 'unknown';

/** A finalized session is not live whatever its lease; any other is live while its lease is there. */
export function livenessOf({ finalizedAt }: { finalizedAt: Date | null }, presence: LeasePresence): Liveness {
  if (finalizedAt !== null) return 'not live';
  return livenessByPresence[presence];
}

const livenessByPresence: Record<LeasePresence, Liveness> = {
  present: 'live',
  absent: 'not live',
  unknown: 'unknown',
};
