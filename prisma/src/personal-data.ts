// Deletion of personal data and its dependent rows. The retention of the services and the operator's erasure both use it.

import type { Prisma } from './generated/client.ts';

type Transaction = Prisma.TransactionClient;

export interface DeletedCalls {
  calls: number;
  chats: number;
  transcriptionSessions: number;
  transcriptionChunks: number;
}

export interface DeletedRecommendations {
  recommendations: number;
  purchases: number;
  purchaseLines: number;
}

export interface DueRows {
  calls: number;
  recommendations: number;
  refused_requests: number;
  /** They are emptied, not deleted. */
  call_events: number;
}

/** How many rows of a brand the retention of the services takes that keeps them for so many days. */
export async function countDueRows(transaction: Transaction, brandId: string, days: number): Promise<DueRows> {
  const [row] = await transaction.$queryRaw<[DueRows]>`
    WITH due AS (SELECT clock_timestamp() - ${days}::int * interval '1 day' AS before)
    SELECT (SELECT count(*)::int FROM calls, due
             WHERE brand_id = ${brandId}::uuid AND started_at < before AND ended_at < before) AS calls,
           (SELECT count(*)::int FROM recommendations r, due
             WHERE brand_id = ${brandId}::uuid AND created_at < before
               AND NOT EXISTS (SELECT FROM purchases p WHERE p.recommendation_id = r.id AND p.created_at >= before))
             AS recommendations,
           (SELECT count(*)::int FROM refused_requests, due
             WHERE brand_id = ${brandId}::uuid AND received_at < before) AS refused_requests,
           (SELECT count(*)::int FROM call_events, due
             WHERE brand_id = ${brandId}::uuid AND received_at < before
               AND id > coalesce((SELECT event_id FROM retention_progress WHERE brand_id = ${brandId}::uuid), 0)) AS call_events`;
  return row;
}

/**
 * The values that remove the customer from an event. The row stays, so that retries of its event id are recognised. Without its key nobody
 * can try out numbers against the HMAC that stays.
 */
export const emptiedEvent = {
  phoneNumber: null,
  customerId: null,
  metadata: {},
  metadataText: null,
  personalKey: null,
} as const;

/** Deletes calls with their chats, sessions, transcripts, offers and outcomes. Their events stay without a call. */
export async function deleteCalls(transaction: Transaction, callIds: string[]): Promise<DeletedCalls> {
  const ofCalls = { where: { callId: { in: callIds } } };
  const sessions = await transaction.transcriptionSession.findMany({ ...ofCalls, select: { id: true } });
  const deleted = await deleteSessions(
    transaction,
    sessions.map(({ id }) => id),
  );
  const chats = await transaction.chat.deleteMany(ofCalls);
  const calls = await transaction.call.deleteMany({ where: { id: { in: callIds } } });
  return { calls: calls.count, chats: chats.count, ...deleted };
}

/** Deletes transcription sessions with their transcripts. */
export async function deleteSessions(
  transaction: Transaction,
  sessionIds: string[],
): Promise<Pick<DeletedCalls, 'transcriptionSessions' | 'transcriptionChunks'>> {
  const chunks = await transaction.transcriptionChunk.deleteMany({ where: { sessionId: { in: sessionIds } } });
  const sessions = await transaction.transcriptionSession.deleteMany({ where: { id: { in: sessionIds } } });
  return { transcriptionSessions: sessions.count, transcriptionChunks: chunks.count };
}

/** Deletes recommendations with their purchases. */
export async function deleteRecommendations(
  transaction: Transaction,
  recommendationIds: string[],
): Promise<DeletedRecommendations> {
  const ofThem = { recommendationId: { in: recommendationIds } };
  const lines = await transaction.purchaseLine.deleteMany({ where: { OR: [ofThem, { purchase: ofThem }] } });
  const purchases = await transaction.purchase.deleteMany({ where: ofThem });
  const recommendations = await transaction.recommendation.deleteMany({ where: { id: { in: recommendationIds } } });
  return { recommendations: recommendations.count, purchases: purchases.count, purchaseLines: lines.count };
}
