// Each confirmation is one transaction. Those of one recommendation run one at a time: it is locked before anything else is read.
// Two recommendations with the same line id race. The unique key rejects one of them, which is decided again.

import { Buffer } from 'node:buffer';
import { endFailedTransaction, type Pool, type PoolClient } from '@callside/database';
import type { LockedRecommendation, PurchaseConfirmation } from './purchase.ts';
import {
  completeLines,
  completePurchases,
  findLines,
  findPurchases,
  insertLines,
  insertPurchase,
  lockRecommendation,
  replaceListPrices,
} from './purchases.sql.ts';
import type { OfferedItem } from './rules/attribution.ts';
import type { PurchaseDecision } from './rules/purchase-decision.ts';
import type { ConfirmedLine, LineOnFile } from './rules/purchase-lines.ts';

interface PurchaseStoreOptions {
  /** A pool in pipeline mode, with synchronous_commit on. */
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
  is_void: boolean;
}

interface PurchaseRow {
  id: string;
  purchased_skus: string[];
  assumed_skus: string[];
}

/** Of a recommendation. */
export interface OffersRow {
  offered_skus: string[];
  /** In the same order. */
  offers: { web_price: number }[];
}

export function offeredItems({ offered_skus, offers }: OffersRow): OfferedItem[] {
  return offered_skus.map((sku, place) => ({ sku, webPrice: offers[place]?.web_price ?? 0 }));
}

export class PurchaseStore {
  readonly #options: PurchaseStoreOptions;

  constructor(options: PurchaseStoreOptions) {
    this.#options = options;
  }

  /** Locks the recommendation and reads what a decision needs; null when the brand has no such recommendation. */
  async begin(confirmation: PurchaseConfirmation): Promise<LockedRecommendation | null> {
    const { recommendationId, lines } = confirmation;
    const brandId = this.#options.brandId();
    const keys = lines.flatMap(({ lineKey }) => (lineKey === null ? [] : [bytes(lineKey)]));
    const client = await this.#options.pool.connect();
    try {
      const [, recommendation, linesOnFile, purchases] = await Promise.all([
        client.query('BEGIN'),
        client.query<OffersRow>(lockRecommendation, [recommendationId, brandId]),
        client.query<LineRow>(findLines, [brandId, keys, recommendationId]),
        client.query<PurchaseRow>(findPurchases, [recommendationId]),
      ]);
      const [found] = recommendation.rows;
      if (found === undefined) {
        await client.query('COMMIT');
        client.release();
        return null;
      }
      return {
        offers: offeredItems(found),
        onFile: {
          purchases: purchases.rows.map((row) => ({
            id: row.id,
            skus: row.purchased_skus,
            assumedSkus: row.assumed_skus,
          })),
          lines: new Map(linesOnFile.rows.map((row) => [row.line_key, toLine(row)])),
        },
        commit: async (purchaseId, decision) => {
          await write(client, { brandId, purchaseId, confirmation, decision });
          client.release();
        },
        rollBack: () => endFailedTransaction(client),
      };
    } catch (error) {
      await endFailedTransaction(client);
      throw error;
    }
  }

  /** Another transaction recorded one of the line ids first, or the two deadlocked: the confirmation must be decided again. */
  isLostRace(error: unknown): boolean {
    if (!(error instanceof Error) || !('code' in error)) return false;
    if (error.code === '40P01' || error.code === '40001') return true;
    return (
      error.code === '23505' &&
      'constraint' in error &&
      error.constraint === 'purchase_lines_brand_id_order_line_id_sha256_key'
    );
  }
}

interface Decided {
  brandId: string;
  purchaseId: string;
  confirmation: PurchaseConfirmation;
  decision: PurchaseDecision;
}

/** Sends all statements at once. When one fails, the commit after it rolls back. */
async function write(client: PoolClient, { brandId, purchaseId, confirmation, decision }: Decided): Promise<void> {
  const { newPurchase, completions, completedPurchases, replacedListPrices, answer } = decision;
  const statements: Promise<unknown>[] = [];
  if (newPurchase !== null) {
    const { recommendationId, phone } = confirmation;
    const { skus, assumedSkus, lines, matchedRevenue, attributedRevenue } = newPurchase;
    const { matchedSkus, converted } = answer;
    statements.push(
      client.query(insertPurchase, [
        purchaseId,
        brandId,
        recommendationId,
        phone,
        skus,
        matchedSkus,
        converted,
        matchedRevenue,
        attributedRevenue,
        assumedSkus,
      ]),
      ...replacedListPrices.map(({ purchaseId: id, skus: replaced, amount }) =>
        client.query(replaceListPrices, [id, replaced, amount]),
      ),
    );
    if (lines.length > 0) {
      const matched = new Set(matchedSkus);
      const ordered = inLockOrder(lines);
      statements.push(
        client.query(insertLines, [
          purchaseId,
          brandId,
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
        brandId,
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
    isVoid: row.is_void,
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
