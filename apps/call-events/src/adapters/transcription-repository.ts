import { inTransaction, type Pool, queryThrough } from '@callside/database';
import type { LeaseTerms } from '../domain/transcription-lease.ts';
import type { TranscriptionSessions } from '../use-cases/transcription-sessions.ts';
import {
  closeSession,
  finalizeOverdue,
  findLeases,
  findOverdue,
  findOwnCall,
  findSession,
  lockRep,
  mirrorOrphan,
  mirrorRefresh,
  openSession,
  postponeOverdue,
  resumeSession,
  storeChunk,
} from './transcription-statements.ts';

/** Transcription sessions and their chunks in PostgreSQL, by its clock. */
export function createTranscriptionRepository({
  pool,
  leaseMs,
}: Pick<LeaseTerms, 'leaseMs'> & { pool: Pool }): TranscriptionSessions {
  const query = queryThrough(pool);
  const leaseSeconds = leaseMs / 1_000;

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

    resume: async (sessionId, userId, token) => {
      const rows = await query(resumeSession, [sessionId, userId, token, leaseSeconds]);
      return rows.length > 0;
    },

    keepRefreshed: async (sessionId, token) => {
      const rows = await query(mirrorRefresh, [sessionId, token, leaseSeconds]);
      return rows.length > 0 ? 'kept' : 'not the owner';
    },

    keepOrphaned: async (sessionId, token, forMs) => {
      const rows = await query(mirrorOrphan, [sessionId, token, forMs / 1_000]);
      return rows.length > 0 ? 'kept' : 'not the owner';
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
      const rows = await query<{ id: string; lease_token: string; for_ms: number }>(findLeases);
      return rows.map(({ id, lease_token, for_ms }) => ({ sessionId: id, token: lease_token, forMs: for_ms }));
    },
  };
}
