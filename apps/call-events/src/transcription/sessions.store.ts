import { inTransaction, type Pool, queryThrough } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { NewChunk } from './chunk-view.ts';
import type { LeaseOnFile } from './leases/lease-store.ts';
import type { LeaseTerms } from './rules/transcription-lease.ts';
import {
  closeSession,
  finalizeOverdue,
  findLeases,
  findNextSequence,
  findOverdue,
  findOwnCall,
  findSession,
  lockRep,
  mirrorOrphans,
  mirrorRefresh,
  openSession,
  postponeOverdue,
  resumeSession,
  storeChunk,
} from './sessions.sql.ts';

interface Opening {
  userId: string;
  brandId: string;
  /** null: the live call. */
  callReference: string | null;
  newSessionId: string;
  token: string;
}

export type TranscriptionSessions = ReturnType<typeof createTranscriptionStore>;

/**
 * Transcription sessions and their chunks in PostgreSQL. Times are of its clock. It names the owner of each lease: if the lease store has
 * another one, PostgreSQL is right. It also has the expiry of each lease as last written.
 */
export function createTranscriptionStore({ pool, leaseMs }: Pick<LeaseTerms, 'leaseMs'> & { pool: Pool }) {
  const query = queryThrough(pool);
  const leaseSeconds = leaseMs / 1_000;

  // All producers of a stopping instance disconnect at once.
  const keepOrphaned = createNaturalBatcher<Omit<LeaseOnFile, 'isOrphaned'>, 'kept' | 'not the owner'>({
    maxItems: 1_000,
    run: async (leases) => {
      const rows = await query<{ lease_token: string }>(mirrorOrphans, [
        leases.map(({ sessionId }) => sessionId),
        leases.map(({ token }) => token),
        leases.map(({ forMs }) => forMs / 1_000),
      ]);
      const kept = new Set(rows.map(({ lease_token }) => lease_token));
      return leases.map(({ token }) => (kept.has(token) ? 'kept' : 'not the owner'));
    },
  });

  return {
    /** Opens a session of a rep's call for that token, or resumes the one that the rep opened last; null: no such call. */
    open: ({ userId, brandId, callReference, newSessionId, token }: Opening): Promise<string | null> =>
      inTransaction(pool, async (client) => {
        await client.query('BEGIN');
        const rep = await client.query<{ call_id: string | null }>(lockRep, [userId]);
        const liveCallId = rep.rows[0]?.call_id ?? null;
        const found = await client.query<{ id: string; reported_end: Date | null }>(findOwnCall, [
          userId,
          brandId,
          callReference,
          liveCallId,
        ]);
        const call = found.rows[0];
        const values = call && [newSessionId, brandId, userId, call.id, call.reported_end, token, leaseSeconds];
        const opened = values && (await client.query<{ id: string }>(openSession, values));
        await client.query('COMMIT');
        return opened?.rows[0]?.id ?? null;
      }),

    /** Gives a session of that user to a token; false: the user has no such session. */
    resume: async (sessionId: string, userId: string, token: string): Promise<boolean> => {
      const rows = await query(resumeSession, [sessionId, userId, token, leaseSeconds]);
      return rows.length > 0;
    },

    keepRefreshed: async (sessionId: string, token: string): Promise<'kept' | 'not the owner'> => {
      const rows = await query(mirrorRefresh, [sessionId, token, leaseSeconds]);
      return rows.length > 0 ? 'kept' : 'not the owner';
    },

    keepOrphaned: (sessionId: string, token: string, forMs: number) => keepOrphaned({ sessionId, token, forMs }),

    /** One more than the highest sequence of its chunks; 0 without any. */
    nextSequence: async (sessionId: string): Promise<number> => {
      const [row] = await query<{ next: string }>(findNextSequence, [sessionId]);
      return Number(row?.next ?? 0);
    },

    find: async (sessionId: string, userId: string) => {
      const values = [sessionId, userId];
      const [session = null] = await query<{ leaseToken: string | null; finalizedAt: Date | null }>(
        findSession,
        values,
      );
      return session;
    },

    /**
     * Finalizes a session if `leaseToken` still owns its lease, and removes the owner; null: another token owns it.
     * `finalizedNow`: it was not finalized before.
     */
    close: async (sessionId: string, leaseToken: string | null) => {
      const values = [sessionId, leaseToken];
      const [closed = null] = await query<{ finalizedAt: Date; finalizedNow: boolean }>(closeSession, values);
      return closed;
    },

    /** With the public reference of the call of the session; null: its call was deleted. */
    storeChunk: async (
      userId: string,
      { sessionId, sequence, speaker, text, startedAt, endedAt, masked }: NewChunk,
    ): Promise<{ outcome: 'stored' | 'duplicate' | 'unknown session'; callReference: string | null }> => {
      const values = [sessionId, userId, sequence, speaker, text, startedAt, endedAt, masked];
      const [row] = await query<{ stored: boolean; reference: string | null }>(storeChunk, values);
      if (row === undefined) return { outcome: 'unknown session', callReference: null };
      return { outcome: row.stored ? 'stored' : 'duplicate', callReference: row.reference };
    },

    /** Sessions that are not finalized and whose lease has expired according to PostgreSQL. */
    findOverdue: async (most: number): Promise<string[]> =>
      (await query<{ id: string }>(findOverdue, [most])).map(({ id }) => id),

    /** Finalizes those that are still overdue. Resolves to the number of those. */
    finalizeOverdue: async (sessionIds: readonly string[]): Promise<number> =>
      (await query(finalizeOverdue, [sessionIds])).length,

    postponeOverdue: async (sessionIds: readonly string[], byMs: number): Promise<void> => {
      await query(postponeOverdue, [sessionIds, byMs / 1_000]);
    },

    /** The leases that have not expired. */
    leasesOnFile: (): Promise<LeaseOnFile[]> => query<LeaseOnFile>(findLeases),
  };
}
