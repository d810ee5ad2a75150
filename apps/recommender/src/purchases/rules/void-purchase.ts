// A void undoes what a purchase counts for, and nothing else: a product that another purchase of the recommendation confirmed too
// stays sold. The list price that the void purchase had replaced, or was the first to assume, counts there again.

import { type OfferedItem, revenueOf } from './attribution.ts';
import type { ReplacedListPrices } from './purchase-decision.ts';

/** A purchase of the same recommendation that is not void. */
export interface RemainingPurchase {
  readonly id: string;
  readonly matchedSkus: readonly string[];
  /** Those that it counts with a list price. */
  readonly assumedSkus: readonly string[];
  readonly lineSkus: readonly string[];
}

/** The list prices that count again; `remaining`: oldest first, and the oldest gets them. */
export function restoredListPrices(
  offers: readonly OfferedItem[],
  voidedSkus: readonly string[],
  remaining: readonly RemainingPurchase[],
): ReplacedListPrices[] {
  const counted = new Set(remaining.flatMap(({ assumedSkus, lineSkus }) => [...assumedSkus, ...lineSkus]));
  const open = new Set(voidedSkus.filter((sku) => !counted.has(sku)));
  return remaining.flatMap(({ id, matchedSkus }) => {
    const skus = matchedSkus.filter((sku) => open.delete(sku));
    return skus.length === 0 ? [] : [{ purchaseId: id, skus, amount: revenueOf(offers, [], skus).attributedRevenue }];
  });
}
