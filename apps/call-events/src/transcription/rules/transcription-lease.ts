/** Duration of a lease after its last refresh, and of an orphan after its producer disconnected. */
export interface LeaseTerms {
  leaseMs: number;
  orphanMs: number;
}

/** A lease in the memory of the instance whose socket holds it. Instants are milliseconds of a monotonic clock. */
export interface HeldLease {
  refreshedAtMs: number;
  /** The time of the last refresh attempt. */
  triedAtMs: number;
}

const longestRefreshPauseMs = 10_000;

/** Frames refresh at most every 10 s; a lease shorter than 30 s is refreshed every third of its duration. */
export function refreshPauseMs({ leaseMs }: Pick<LeaseTerms, 'leaseMs'>): number {
  return Math.min(longestRefreshPauseMs, leaseMs / 3);
}

/** Whether a frame received now refreshes the lease. A failed refresh is also retried only after the pause. */
export function isRefreshDue({ triedAtMs }: HeldLease, terms: LeaseTerms, nowMs: number): boolean {
  return nowMs - triedAtMs >= refreshPauseMs(terms);
}

/** Whether a producer that disconnects now leaves an orphan. A disconnect must not revive an expired lease. */
export function leavesOrphan({ refreshedAtMs }: HeldLease, { leaseMs }: LeaseTerms, nowMs: number): boolean {
  return nowMs - refreshedAtMs < leaseMs;
}

/** Milliseconds left of the orphan window; 1 when it is over, because a store may reject zero. */
export function orphanMsLeft({ orphanMs }: LeaseTerms, leftAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil(orphanMs - (nowMs - leftAtMs)));
}
