import type { LeasePresence } from '../domain/transcription-liveness.ts';

/** A lease as it is put back into a store that forgot it. */
export interface LeaseOnFile {
  sessionId: string;
  token: string;
  /** Its producer has gone. */
  isOrphaned: boolean;
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
  /** Renews the lease; takes it where there is none. One that another token owns is `lost`. */
  refresh: (sessionId: string, token: string) => Promise<'held' | 'lost'>;
  /** Leaves the lease to run out as an orphan; a second call does not prolong it. One of another token is `lost`. */
  orphan: (sessionId: string, token: string, forMs: number) => Promise<'held' | 'lost'>;
  /** The same of a lease that the store has from this very token: one that is not there stays away. */
  abandon: (sessionId: string, token: string, forMs: number) => Promise<'held' | 'lost'>;
  /** Ends the lease, unless another token owns it. */
  release: (sessionId: string, token: string) => Promise<void>;
  /** Whether a producer is there. Rejects when the store cannot be read. */
  standing: (sessionId: string) => Promise<'held' | 'orphaned' | 'absent'>;
  /** Puts leases back where the store knows none. */
  restore: (leases: readonly LeaseOnFile[]) => Promise<void>;
  /** The presence of each lease. Never rejects: all are `unknown` when the store cannot be read. */
  presences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, LeasePresence>>;
}
