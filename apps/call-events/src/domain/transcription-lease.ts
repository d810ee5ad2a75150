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
  /** When the last frame came. */
  frameAtMs: number;
}

const longestRefreshPauseMs = 10_000;

/** Frames refresh not more often than every 10 s, and a lease that is shorter than 30 s three times in its life. */
export function refreshPauseMs({ leaseMs }: Pick<LeaseTerms, 'leaseMs'>): number {
  return Math.min(longestRefreshPauseMs, leaseMs / 3);
}

/** Whether the frame that came now refreshes. A refresh that failed is tried again after a pause, too. */
export function isRefreshDue({ triedAtMs }: HeldLease, terms: LeaseTerms, nowMs: number): boolean {
  return nowMs - triedAtMs >= refreshPauseMs(terms);
}

/** Whether frames came that no refresh has told the store of, recent enough for the lease to go on. */
export function isOwedRefresh(
  { refreshedAtMs, frameAtMs }: HeldLease,
  { leaseMs }: LeaseTerms,
  nowMs: number,
): boolean {
  return frameAtMs > refreshedAtMs && nowMs - frameAtMs < leaseMs;
}

/** A lease that has run out leaves no orphan: it would come back to life by its producer's going. */
export function leavesOrphan({ refreshedAtMs, frameAtMs }: HeldLease, { leaseMs }: LeaseTerms, nowMs: number): boolean {
  return nowMs - Math.max(refreshedAtMs, frameAtMs) < leaseMs;
}

type Verdict = 'finalize' | 'look again later' | 'leave';

/** What becomes of a session whose lease has run out by the database's account. Nobody finalizes what he cannot read. */
export const overdueVerdicts: Record<LeasePresence, Verdict> = {
  absent: 'finalize',
  present: 'look again later',
  unknown: 'leave',
};
