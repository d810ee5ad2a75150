// One transaction per confirmation, and one at a time per recommendation: it is locked before anything else is read.
// Two recommendations with the same line id race. The unique key decides, and the loser is retried.

import { Buffer } from 'node:buffer';
import { inTransaction, type Pool, type PoolClient } from '@callside/database';
import { purchasedSkus } from '../domain/attribution.ts';
import type { PurchaseDecision } from '../domain/purchase-decision.ts';
import type { ConfirmedLine, LineOnFile } from '../domain/purchase-lines.ts';
import type { Decide, PurchaseConfirmation, PurchaseOutcome } from '../use-cases/record-purchase.ts';
import {
  completeLines,
  completePurchases,
  findLines,
  findPurchases,
  insertLines,
  insertPurchase,
  lockRecommendation,
} from './purchase-statements.ts';

interface PurchaseStoreOptions {
  /** In pipeline mode, with synchronous_commit on. */
  pool: Pool;
  brandId: () => string;
}

interface LineRow {
  line_key: string;
  purchase_id: string;
  sku: string;
  qty: string;
  unit_price: string | null;
  discount_amt: string | null;
  is_of_this_recommendation: boolean;
  phone: string;
}

interface RecommendationRow {
  offers: { sku: string; web_price: number }[];
}

const attempts = 5;

export function createPurchaseStore({ pool, brandId }: PurchaseStoreOptions) {
  /** Resolves after the commit; to null when the brand has no such recommendation. */
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
    const keys = lines.flatMap(({ lineKey }) => (lineKey === null ? [] : [bytes(lineKey)]));
    const [, recommendation, linesOnFile, purchases] = await Promise.all([
      client.query('BEGIN'),
      client.query<RecommendationRow>(lockRecommendation, [recommendationId, brandId()]),
      client.query<LineRow>(findLines, [brandId(), keys, recommendationId]),
      client.query<{ id: string; purchased_skus: string[] }>(findPurchases, [recommendationId]),
    ]);
    const offers = recommendation.rows[0]?.offers.map(({ sku, web_price }) => ({ sku, webPrice: web_price }));
    if (offers === undefined) {
      await client.query('COMMIT');
      return null;
    }
    const decision = decide(offers, {
      purchases: purchases.rows.map((row) => ({ id: row.id, skus: row.purchased_skus })),
      lines: new Map(linesOnFile.rows.map((row) => [row.line_key, toLine(row)])),
    });
    await write(client, confirmation, purchaseId, decision);
    return {
      ...decision.answer,
      purchaseId: decision.originalId ?? purchaseId,
      recorded: decision.newPurchase !== null || decision.completions.length > 0,
    };
  }

  /** Sends all statements at once. When one fails, the commit after it rolls back. */
  async function write(
    client: PoolClient,
    confirmation: PurchaseConfirmation,
    purchaseId: string,
    { newPurchase, completions, completedPurchases, answer }: PurchaseDecision,
  ): Promise<void> {
    const statements: Promise<unknown>[] = [];
    if (newPurchase !== null) {
      const { recommendationId, phone } = confirmation;
      const { lines, matchedRevenue, attributedRevenue } = newPurchase;
      const { matchedSkus, converted } = answer;
      statements.push(
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
      );
      if (lines.length > 0) {
        const matched = new Set(matchedSkus);
        const ordered = inLockOrder(lines);
        statements.push(
          client.query(insertLines, [
            purchaseId,
            brandId(),
            recommendationId,
            ordered.map(({ sku }) => sku),
            ordered.map(({ qty }) => String(qty ?? 1)),
            ordered.map(({ unitPrice }) => text(unitPrice)),
            ordered.map(({ discountAmt }) => text(discountAmt)),
            ordered.map(({ orderLineId }) => orderLineId),
            ordered.map(({ lineKey }) => lineKey && bytes(lineKey)),
            ordered.map(({ sku }) => matched.has(sku)),
          ]),
        );
      }
    }
    if (completions.length > 0) {
      statements.push(
        client.query(completeLines, [
          brandId(),
          completions.map(({ line }) => bytes(line.lineKey)),
          completions.map(({ economics }) => String(economics.qty ?? 1)),
          completions.map(({ economics }) => text(economics.unitPrice)),
          completions.map(({ economics }) => text(economics.discountAmt)),
        ]),
        client.query(completePurchases, [
          completedPurchases.map((completed) => completed.purchaseId),
          completedPurchases.map(({ matchedRevenue }) => matchedRevenue),
          completedPurchases.map(({ attributedRevenue }) => attributedRevenue),
        ]),
      );
    }
    statements.push(client.query('COMMIT'));
    await Promise.all(statements);
  }
}

/** Numbers are stored as the shortest text of a double, so they read back as the same double. */
function toLine(row: LineRow): LineOnFile {
  return {
    lineKey: row.line_key,
    purchaseId: row.purchase_id,
    sku: row.sku,
    qty: Number(row.qty),
    unitPrice: row.unit_price === null ? null : Number(row.unit_price),
    discountAmt: row.discount_amt === null ? null : Number(row.discount_amt),
    isOfThisRecommendation: row.is_of_this_recommendation,
    phone: row.phone,
  };
}

function bytes(lineKey: string): Buffer {
  return Buffer.from(lineKey, 'hex');
}

function text(amount: number | null): string | null {
  return amount === null ? null : String(amount);
}

/** Two transactions with the same line ids insert them in the same order, so they do not deadlock. */
function inLockOrder(lines: readonly ConfirmedLine[]): ConfirmedLine[] {
  return lines.toSorted((one, other) => ((one.lineKey ?? '') < (other.lineKey ?? '') ? -1 : 1));
}

/** Another transaction recorded one of the line ids first, or the two deadlocked. */
function isLostRace(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '40P01' || error.code === '40001') return true;
  return (
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === 'purchase_lines_brand_id_order_line_id_sha256_key'
  );
}
