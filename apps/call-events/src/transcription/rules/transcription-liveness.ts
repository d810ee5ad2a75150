/** The lease store's answer for a session's lease. `unknown`: the store could not be read. */
export type LeasePresence = 'present' | 'absent' | 'unknown';

/** Three values up to the answer, so that no code can confuse an unreadable store with a session that is over. */
export type Liveness = 'live' | 'not live' | 'unknown';

/** A finalized session is never live; any other is live while its lease exists. */
export function livenessOf({ finalizedAt }: { finalizedAt: Date | null }, presence: LeasePresence): Liveness {
  if (finalizedAt !== null) return 'not live';
  return livenessByPresence[presence];
}

const livenessByPresence: Record<LeasePresence, Liveness> = {
  present: 'live',
  absent: 'not live',
  unknown: 'unknown',
};
