import type { LeasePresence } from './transcription-liveness.ts';

/** How long a lease lasts after its last refresh, and as an orphan after its producer went. */
export interface LeaseTerms {
  leaseMs: number;
  orphanMs: number;
}

/** A lease as the instance knows it whose socket holds it. Instants are milliseconds of a monotonic clock. */
export interface HeldLease {
  refreshedAtMs: number;
  /** When a refresh was last tried. */
  triedAtMs: number;
}

const longestRefreshPauseMs = 10_000;

/** Frames refresh not more often than every 10 s, and a lease that is shorter than 30 s three times in its life. */
export function refreshPauseMs({ leaseMs }: Pick<LeaseTerms, 'leaseMs'>): number {
  return Math.min(longestRefreshPauseMs, leaseMs / 3);
}

/** Whether a frame that comes now refreshes. A refresh that failed is tried again after a pause, too. */
export function isRefreshDue({ triedAtMs }: HeldLease, terms: LeaseTerms, nowMs: number): boolean {
  return nowMs - triedAtMs >= refreshPauseMs(terms);
}

/** Whether a producer that goes now leaves an orphan: a lease that has run out must not come back by his going. */
export function leavesOrphan({ refreshedAtMs }: HeldLease, { leaseMs }: LeaseTerms, nowMs: number): boolean {
  return nowMs - refreshedAtMs < leaseMs;
}

/** What is left of the orphan's window; 1 when it is over, for a store that takes no zero. */
export function orphanMsLeft({ orphanMs }: LeaseTerms, leftAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil(orphanMs - (nowMs - leftAtMs)));
}

type Verdict = 'finalize' | 'look again later' | 'leave';

/** What becomes of a session whose lease has run out by the database's account. Nobody finalizes what he cannot read. */
export const overdueVerdicts: Record<LeasePresence, Verdict> = {
  absent: 'finalize',
  present: 'look again later',
  unknown: 'leave',
};
