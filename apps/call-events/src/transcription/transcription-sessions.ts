import type { LeaseOnFile } from './leases/lease-store.ts';

export interface NewChunk {
  sessionId: string;
  sequence: number;
  speaker: string;
  text: string;
  /** By the companion's clock. */
  startedAt: Date;
  endedAt: Date;
}

/**
 * Transcription sessions in PostgreSQL, which names the owner of each lease. If the lease store has another owner,
 * PostgreSQL is right. It also has the expiry of each lease as last written.
 */
export interface TranscriptionSessions {
  /** Opens a session of a rep's call for that token, or resumes the one that the rep opened last; null: no such call. */
  open: (request: {
    userId: string;
    brandId: string;
    /** null: the live call. */
    callReference: string | null;
    newSessionId: string;
    token: string;
  }) => Promise<string | null>;
  /** The public reference of the call of a session; null: its call was deleted. */
  callReferenceOf: (sessionId: string) => Promise<string | null>;
  /** Gives a session of that user to a token; false: the user has no such session. */
  resume: (sessionId: string, userId: string, token: string) => Promise<boolean>;
  keepRefreshed: (sessionId: string, token: string) => Promise<'kept' | 'not the owner'>;
  keepOrphaned: (sessionId: string, token: string, forMs: number) => Promise<'kept' | 'not the owner'>;
  /** One more than the highest sequence of its chunks; 0 without any. */
  nextSequence: (sessionId: string) => Promise<number>;
  find: (sessionId: string, userId: string) => Promise<{ leaseToken: string | null; finalizedAt: Date | null } | null>;
  /**
   * Finalizes a session if `leaseToken` still owns its lease, and removes the owner; null: another token owns it.
   * `finalizedNow`: it was not finalized before.
   */
  close: (sessionId: string, leaseToken: string | null) => Promise<{ finalizedAt: Date; finalizedNow: boolean } | null>;
  storeChunk: (userId: string, chunk: NewChunk) => Promise<'stored' | 'duplicate' | 'unknown session'>;
  /** Sessions that are not finalized and whose lease has expired according to PostgreSQL. */
  findOverdue: (most: number) => Promise<string[]>;
  /** Finalizes those that are still overdue. Resolves to the number of those. */
  finalizeOverdue: (sessionIds: readonly string[]) => Promise<number>;
  postponeOverdue: (sessionIds: readonly string[], byMs: number) => Promise<void>;
  /** The leases that have not expired. */
  leasesOnFile: () => Promise<LeaseOnFile[]>;
}
