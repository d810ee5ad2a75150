// A void is one transaction. It takes the lock of the recommendation, so that no confirmation is decided meanwhile.

import { endFailedTransaction, type Pool, type PoolClient } from '@callside/database';
import type { PurchaseVoidResponse } from '@callside/schemas';
import type { VoidRequest } from './purchase.ts';
import { findPurchaseAndOthers, lockRecommendationOf, restoreListPrices, voidPurchase } from './purchases.sql.ts';
import { type OffersRow, offeredItems } from './purchases.store.ts';
import { restoredListPrices } from './rules/void-purchase.ts';

interface PurchaseRow {
  id: string;
  purchased_skus: string[];
  matched_skus: string[];
  assumed_skus: string[];
  line_skus: string[];
  matched_revenue: string | null;
  voided_at: Date | null;
}

interface RecommendationRow extends OffersRow {
  id: string;
}

/**
 * Voids a purchase: it stays on file and counts nowhere. Resolves after the commit, for a purchase that is void already to what is on file; to null
 * when the brand has no such purchase. `pool`: with synchronous_commit on.
 */
export async function storeVoid(
  pool: Pool,
  brandId: string,
  request: VoidRequest,
): Promise<PurchaseVoidResponse | null> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const answer = await voidLocked(client, brandId, request);
    await client.query('COMMIT');
    client.release();
    return answer;
  } catch (error) {
    await endFailedTransaction(client);
    throw error;
  }
}

async function voidLocked(
  client: PoolClient,
  brandId: string,
  { purchaseId, by, reason }: VoidRequest,
): Promise<PurchaseVoidResponse | null> {
  const { rows: recommendations } = await client.query<RecommendationRow>(lockRecommendationOf, [purchaseId, brandId]);
  const [recommendation] = recommendations;
  if (recommendation === undefined) return null;
  // Read after the lock: what a confirmation before it has stored is seen.
  const { rows } = await client.query<PurchaseRow>(findPurchaseAndOthers, [recommendation.id, purchaseId]);
  const purchase = rows.find(({ id }) => id === purchaseId);
  if (purchase === undefined) return null;
  const voidedAt = purchase.voided_at ?? (await voidOne(client, purchase, { by, reason }));
  if (purchase.voided_at === null) await restore(client, recommendation, rows, purchase);
  return {
    purchase_id: purchaseId,
    recommendation_id: recommendation.id,
    voided_at: voidedAt.toISOString(),
    recorded: purchase.voided_at === null,
    purchased_skus: purchase.purchased_skus,
    matched_skus: purchase.matched_skus,
    matched_revenue: purchase.matched_revenue === null ? null : Number(purchase.matched_revenue),
  };
}

async function voidOne(client: PoolClient, { id }: PurchaseRow, { by, reason }: Omit<VoidRequest, 'purchaseId'>) {
  const { rows } = await client.query<{ voided_at: Date }>(voidPurchase, [id, by, reason]);
  const [row] = rows;
  if (row === undefined) throw new Error('a purchase was not voided');
  return row.voided_at;
}

async function restore(
  client: PoolClient,
  recommendation: RecommendationRow,
  rows: readonly PurchaseRow[],
  voided: PurchaseRow,
): Promise<void> {
  const remaining = rows
    .filter(({ id, voided_at }) => id !== voided.id && voided_at === null)
    .map((row) => ({
      id: row.id,
      matchedSkus: row.matched_skus,
      assumedSkus: row.assumed_skus,
      lineSkus: row.line_skus,
    }));
  const offered = offeredItems(recommendation);
  for (const { purchaseId, skus, amount } of restoredListPrices(offered, voided.matched_skus, remaining)) {
    await client.query(restoreListPrices, [purchaseId, skus, amount]);
  }
}
