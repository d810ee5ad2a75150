// One transaction a confirmation, and one at a time for a recommendation: it is locked before anything else is read. A
// line id that another recommendation brings at the same time is a race that the unique key decides; the loser runs again.

import { Buffer } from 'node:buffer';
import { inTransaction, type Pool, type PoolClient } from '@callside/database';
import { purchasedSkus } from '../domain/attribution.ts';
import type { ConfirmedLine, OnFile, PurchaseDecision } from '../domain/purchase-decision.ts';
import type { Decide, PurchaseConfirmation, PurchaseOutcome } from '../use-cases/record-purchase.ts';
import { findLines, findPurchases, insertLines, insertPurchase, lockRecommendation } from './purchase-statements.ts';

interface PurchaseStoreOptions {
  /** In pipeline mode, with synchronous_commit on. */
  pool: Pool;
  brandId: () => string;
}

interface PurchaseRow {
  id: string;
  is_of_this_recommendation: boolean;
  purchased_skus: string[];
  matched_skus: string[];
  converted: boolean;
  matched_revenue: string | null;
}

interface RecommendationRow {
  offers: { sku: string; web_price: number }[];
}

const attempts = 5;

export function createPurchaseStore({ pool, brandId }: PurchaseStoreOptions) {
  /** Resolves once it is committed; null where the brand has no such recommendation. */
  return async (
    confirmation: PurchaseConfirmation,
    purchaseId: string,
    decide: Decide,
  ): Promise<PurchaseOutcome | null> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(pool, (client) => confirm(client, confirmation, purchaseId, decide));
      } catch (error) {
        if (!isLostRace(error) || attempt === attempts) throw error;
      }
    }
  };

  async function confirm(
    client: PoolClient,
    confirmation: PurchaseConfirmation,
    purchaseId: string,
    decide: Decide,
  ): Promise<PurchaseOutcome | null> {
    const { recommendationId, lines } = confirmation;
    const keys = lines.flatMap(({ lineKey }) => (lineKey === null ? [] : [Buffer.from(lineKey, 'hex')]));
    const [, recommendation, linesOnFile, purchases] = await Promise.all([
      client.query('BEGIN'),
      client.query<RecommendationRow>(lockRecommendation, [recommendationId, brandId()]),
      client.query<{ line_key: string; purchase_id: string }>(findLines, [brandId(), keys]),
      client.query<PurchaseRow>(findPurchases, [recommendationId, brandId(), keys]),
    ]);
    const offers = recommendation.rows[0]?.offers.map(({ sku, web_price }) => ({ sku, webPrice: web_price }));
    if (offers === undefined) {
      await client.query('COMMIT');
      return null;
    }
    const onFile: OnFile = {
      purchases: purchases.rows.map((row) => ({
        id: row.id,
        isOfThisRecommendation: row.is_of_this_recommendation,
        skus: row.purchased_skus,
      })),
      lines: new Map(linesOnFile.rows.map((row) => [row.line_key, row.purchase_id])),
    };
    const decision = decide(offers, onFile);
    if (decision.kind === 'resent') {
      await client.query('COMMIT');
      return repeat(purchases.rows, decision.originalId);
    }
    await write(client, confirmation, purchaseId, decision);
    const { matchedSkus, converted, matchedRevenue } = decision.attribution;
    return { purchaseId, matchedSkus, converted, recorded: true, matchedRevenue };
  }

  /** All statements under way at once: where one fails, the commit that follows rolls back. */
  async function write(
    client: PoolClient,
    confirmation: PurchaseConfirmation,
    purchaseId: string,
    { newLines, attribution }: Extract<PurchaseDecision, { kind: 'record' }>,
  ): Promise<void> {
    const { recommendationId, phone } = confirmation;
    const { matchedSkus, converted, matchedRevenue, attributedRevenue } = attribution;
    const statements: Promise<unknown>[] = [
      client.query(insertPurchase, [
        purchaseId,
        brandId(),
        recommendationId,
        phone,
        purchasedSkus(confirmation),
        matchedSkus,
        converted,
        matchedRevenue,
        attributedRevenue,
      ]),
    ];
    if (newLines.length > 0) {
      const matched = new Set(matchedSkus);
      const ordered = inLockOrder(newLines);
      statements.push(
        client.query(insertLines, [
          purchaseId,
          brandId(),
          recommendationId,
          ordered.map(({ sku }) => sku),
          ordered.map(({ qty }) => String(qty)),
          ordered.map(({ unitPrice }) => unitPrice?.toString() ?? null),
          ordered.map(({ discountAmt }) => discountAmt?.toString() ?? null),
          ordered.map(({ orderLineId }) => orderLineId),
          ordered.map(({ lineKey }) => lineKey && Buffer.from(lineKey, 'hex')),
          ordered.map(({ sku }) => matched.has(sku)),
        ]),
      );
    }
    statements.push(client.query('COMMIT'));
    await Promise.all(statements);
  }
}

/** Two transactions with the same line ids insert them in the same order, so that none waits for the other. */
function inLockOrder(lines: readonly ConfirmedLine[]): ConfirmedLine[] {
  return lines.toSorted((one, other) => ((one.lineKey ?? '') < (other.lineKey ?? '') ? -1 : 1));
}

function repeat(purchases: readonly PurchaseRow[], originalId: string): PurchaseOutcome {
  const original = purchases.find(({ id }) => id === originalId);
  if (original === undefined) throw new Error('a confirmation repeats a purchase that is not on file');
  return {
    purchaseId: original.id,
    matchedSkus: original.matched_skus,
    converted: original.converted,
    recorded: false,
    matchedRevenue: original.matched_revenue,
  };
}

/** Another transaction recorded one of the line ids first, or the two waited for each other. */
function isLostRace(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '40P01' || error.code === '40001') return true;
  return (
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === 'purchase_lines_brand_id_order_line_id_sha256_key'
  );
}
