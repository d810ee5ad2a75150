import { inTransaction, type Pool, queryThrough } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { LeaseOnFile } from './leases/lease-store.ts';
import type { LeaseTerms } from './rules/transcription-lease.ts';
import {
  closeSession,
  finalizeOverdue,
  findCallOfSession,
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
import type { TranscriptionSessions } from './transcription-sessions.ts';

/** Transcription sessions and their chunks in PostgreSQL. Times are of its clock. */
export function createTranscriptionStore({
  pool,
  leaseMs,
}: Pick<LeaseTerms, 'leaseMs'> & { pool: Pool }): TranscriptionSessions {
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
    open: ({ userId, brandId, callReference, newSessionId, token }) =>
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

    callReferenceOf: async (sessionId) => {
      const [row] = await query<{ reference: string }>(findCallOfSession, [sessionId]);
      return row?.reference ?? null;
    },

    resume: async (sessionId, userId, token) => {
      const rows = await query(resumeSession, [sessionId, userId, token, leaseSeconds]);
      return rows.length > 0;
    },

    keepRefreshed: async (sessionId, token) => {
      const rows = await query(mirrorRefresh, [sessionId, token, leaseSeconds]);
      return rows.length > 0 ? 'kept' : 'not the owner';
    },

    keepOrphaned: (sessionId, token, forMs) => keepOrphaned({ sessionId, token, forMs }),

    nextSequence: async (sessionId) => {
      const [row] = await query<{ next: string }>(findNextSequence, [sessionId]);
      return Number(row?.next ?? 0);
    },

    find: async (sessionId, userId) => {
      const [row] = await query<{ lease_token: string | null; finalized_at: Date | null }>(findSession, [
        sessionId,
        userId,
      ]);
      return row === undefined ? null : { leaseToken: row.lease_token, finalizedAt: row.finalized_at };
    },

    close: async (sessionId, leaseToken) => {
      const values = [sessionId, leaseToken];
      const [row] = await query<{ finalized_at: Date; finalized_now: boolean }>(closeSession, values);
      return row === undefined ? null : { finalizedAt: row.finalized_at, finalizedNow: row.finalized_now };
    },

    storeChunk: async (userId, { sessionId, sequence, speaker, text, startedAt, endedAt }) => {
      const values = [sessionId, userId, sequence, speaker, text, startedAt, endedAt];
      const [row] = await query<{ known: boolean; stored: boolean }>(storeChunk, values);
      if (!row?.known) return 'unknown session';
      return row.stored ? 'stored' : 'duplicate';
    },

    findOverdue: async (most) => (await query<{ id: string }>(findOverdue, [most])).map(({ id }) => id),

    finalizeOverdue: async (sessionIds) => (await query(finalizeOverdue, [sessionIds])).length,

    postponeOverdue: async (sessionIds, byMs) => {
      await query(postponeOverdue, [sessionIds, byMs / 1_000]);
    },

    leasesOnFile: async () => {
      const rows = await query<{ id: string; lease_token: string; lease_orphaned: boolean; for_ms: number }>(
        findLeases,
      );
      return rows.map((row) => ({
        sessionId: row.id,
        token: row.lease_token,
        isOrphaned: row.lease_orphaned,
        forMs: row.for_ms,
      }));
    },
  };
}
