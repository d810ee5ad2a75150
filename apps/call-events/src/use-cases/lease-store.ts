import type { LeasePresence } from '../domain/transcription-liveness.ts';

/** A lease as it is put back into a store that forgot it. */
export interface LeaseOnFile {
  sessionId: string;
  token: string;
  /** What is left of it. */
  forMs: number;
}

/**
 * The producer leases of transcription sessions, shared by all instances. A lease belongs to the token that took it and
 * runs out by the store's clock. What changes a lease rejects when the store cannot be reached in about a second; it may
 * then have happened all the same.
 */
export interface LeaseStore {
  /** Takes the lease, from whoever had it. */
  acquire: (sessionId: string, token: string) => Promise<void>;
  /** Renews the lease. One that is missing or orphaned is taken; one that another token holds is `lost`. */
  refresh: (sessionId: string, token: string) => Promise<'held' | 'lost'>;
  /** Leaves the lease to run out as an orphan, unless another token holds it. A second call does not prolong it. */
  orphan: (sessionId: string, token: string) => Promise<'held' | 'lost'>;
  /** Ends the lease, unless another token holds it. */
  release: (sessionId: string, token: string) => Promise<void>;
  /** Puts leases back where the store knows none. */
  restore: (leases: readonly LeaseOnFile[]) => Promise<void>;
  /** The presence of each lease. Never rejects: all are `unknown` when the store cannot be read. */
  presences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, LeasePresence>>;
}
