import type { LeaseOnFile } from './lease-store.ts';

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
 * Transcription sessions on file. The file names the owner of each lease: where the lease store and the file disagree,
 * the file is right. It also keeps when each lease runs out, as it was last written.
 */
export interface TranscriptionSessions {
  /** Opens the session of a rep's call for that token, or resumes the one that he opened last; null: no such call. */
  open: (order: {
    userId: string;
    brandId: string;
    /** null: the live call. */
    callReference: string | null;
    newSessionId: string;
    token: string;
  }) => Promise<string | null>;
  /** Hands a session of that user to a token; false: he has no such session. */
  resume: (sessionId: string, userId: string, token: string) => Promise<boolean>;
  keepRefreshed: (sessionId: string, token: string) => Promise<'kept' | 'not the owner'>;
  keepOrphaned: (sessionId: string, token: string, forMs: number) => Promise<'kept' | 'not the owner'>;
  /** One more than the highest sequence of its chunks; 0 without any. */
  nextSequence: (sessionId: string) => Promise<number>;
  find: (sessionId: string, userId: string) => Promise<{ leaseToken: string | null; finalizedAt: Date | null } | null>;
  /**
   * Finalizes a session whose lease has that owner still, and leaves it without one; null: it has another by now.
   * `finalizedNow`: it was not finalized before.
   */
  close: (sessionId: string, leaseToken: string | null) => Promise<{ finalizedAt: Date; finalizedNow: boolean } | null>;
  storeChunk: (userId: string, chunk: NewChunk) => Promise<'stored' | 'duplicate' | 'unknown session'>;
  /** Sessions whose lease has run out by what is written, and that are not finalized. */
  findOverdue: (most: number) => Promise<string[]>;
  /** Finalizes those of them that still are overdue. Resolves to how many that were. */
  finalizeOverdue: (sessionIds: readonly string[]) => Promise<number>;
  postponeOverdue: (sessionIds: readonly string[], byMs: number) => Promise<void>;
  /** The leases that have not run out. */
  leasesOnFile: () => Promise<LeaseOnFile[]>;
}
