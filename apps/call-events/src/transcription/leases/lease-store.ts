import type { LeasePresence } from '../rules/transcription-liveness.ts';

/** A lease to restore in a store that lost it. */
export interface LeaseOnFile {
  sessionId: string;
  token: string;
  /** Its producer has disconnected. */
  isOrphaned: boolean;
  /** Milliseconds until it expires. */
  forMs: number;
}

/**
 * The producer leases of transcription sessions, shared by all instances. A lease belongs to the token that took it and
 * expires by the store's clock. Methods that change a lease reject if the store does not answer in about a second; the
 * change may have been made even then.
 */
export interface LeaseStore {
  /** Takes the lease, also from another owner. */
  acquire: (sessionId: string, token: string) => Promise<void>;
  /** Renews the lease, or takes it if there is none. Returns `lost` if another token owns it. */
  refresh: (sessionId: string, token: string) => Promise<'held' | 'lost'>;
  /** Makes the lease an orphan that expires; a second call does not extend it. Returns `lost` if another token owns it. */
  orphan: (sessionId: string, token: string, forMs: number) => Promise<'held' | 'lost'>;
  /** Like `orphan`, but only if this token holds the lease in the store: never creates one. */
  abandon: (sessionId: string, token: string, forMs: number) => Promise<'held' | 'lost'>;
  /** Ends the lease, unless another token owns it. */
  release: (sessionId: string, token: string) => Promise<void>;
  /** Whether a producer holds the lease. Rejects if the store cannot be read. */
  status: (sessionId: string) => Promise<'held' | 'orphaned' | 'absent'>;
  /** Adds those leases that the store does not have. */
  restore: (leases: readonly LeaseOnFile[]) => Promise<void>;
  /** The presence of each lease. Never rejects: all are `unknown` if the store cannot be read. */
  presences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, LeasePresence>>;
}
