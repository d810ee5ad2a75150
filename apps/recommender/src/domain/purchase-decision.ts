import { difference, matchedSkus, type OfferedItem, type Purchase, purchasedSkus, revenueOf } from './attribution.ts';
import {
  type ConfirmedLine,
  type LineCompletion,
  type LineConflict,
  type LineOnFile,
  type SortedLines,
  sortLines,
} from './purchase-lines.ts';

export interface ConfirmedPurchase extends Purchase<ConfirmedLine> {
  /** Ten digits. */
  readonly phone: string;
}

/** An earlier purchase that a confirmation may repeat. */
export interface PurchaseOnFile {
  readonly id: string;
  readonly skus: readonly string[];
}

export interface OnFile {
  /** Those of the recommendation, oldest first. */
  readonly purchases: readonly PurchaseOnFile[];
  /** By line key, those that the confirmation names. */
  readonly lines: ReadonlyMap<string, LineOnFile>;
}

/** What is answered. It speaks of all of the confirmation, whatever of it was on file before. */
export interface PurchaseAnswer {
  /** The purchased SKUs that had been offered, each once: those of `skus` first, then those of `lines`. */
  readonly matchedSkus: readonly string[];
  readonly converted: boolean;
  /** Exact decimal text, over all lines that are no conflict; null when none of them has a unit price. */
  readonly matchedRevenue: string | null;
  readonly conflicts: readonly LineConflict[];
}

/** What a purchase on file is worth more, once its line has its economics. */
export interface CompletedPurchase {
  readonly purchaseId: string;
  /** Exact decimal texts. */
  readonly matchedRevenue: string;
  readonly attributedRevenue: string;
}

export interface NewPurchase {
  readonly lines: readonly ConfirmedLine[];
  /** Of what is new alone, so that the purchases of a recommendation add up. */
  readonly matchedRevenue: string | null;
  readonly attributedRevenue: string;
}

export interface PurchaseDecision {
  readonly answer: PurchaseAnswer;
  /** Null: no line and no SKU in it is new. */
  readonly newPurchase: NewPurchase | null;
  /** The purchase that it repeats or completes; null when it is a new one. */
  readonly originalId: string | null;
  readonly completions: readonly LineCompletion[];
  readonly completedPurchases: readonly CompletedPurchase[];
}

/**
 * What of a confirmation is recorded, and what is answered. SKUs without a line of their own are not new when an earlier
 * purchase confirmed them for the recommendation. An empty confirmation is recorded each time.
 */
export function decidePurchase(
  purchase: ConfirmedPurchase,
  offers: readonly OfferedItem[],
  onFile: OnFile,
): PurchaseDecision {
  const sorted = sortLines(purchase.lines, purchase.phone, onFile.lines);
  const skus = purchasedSkus(purchase);
  const matched = matchedSkus(offers, skus);
  const original = sorted.newLines.length === 0 ? findOriginal(skus, sorted, onFile) : undefined;
  const decision = {
    answer: {
      matchedSkus: matched,
      converted: matched.length > 0,
      matchedRevenue: revenueOf(offers, sorted.told).matchedRevenue,
      conflicts: sorted.conflicts,
    },
    completions: sorted.completions,
    completedPurchases: completedPurchases(offers, sorted.completions),
  };
  if (original !== undefined) return { ...decision, newPurchase: null, originalId: original.id };
  // Neither the list price of a SKU counts twice for a recommendation, nor that of a line of another sale at all.
  const withLines = new Set(purchase.lines.map(({ sku }) => sku));
  const confirmedBefore = confirmedSkus(onFile);
  const skusWithoutLine = matched.filter((sku) => !withLines.has(sku) && !confirmedBefore.has(sku));
  const revenue = revenueOf(offers, sorted.newLines, skusWithoutLine);
  return { ...decision, newPurchase: { lines: sorted.newLines, ...revenue }, originalId: null };
}

function confirmedSkus({ purchases }: OnFile): Set<string> {
  return new Set(purchases.flatMap(({ skus }) => skus));
}

/**
 * The purchase that a confirmation without new lines repeats; undefined when there is something new in it, or nothing.
 * A confirmation was first answered when the last of its lines was stored, or when the last of its SKUs was confirmed.
 */
function findOriginal(skus: readonly string[], { told }: SortedLines, onFile: OnFile): PurchaseOnFile | undefined {
  const { purchases, lines } = onFile;
  const confirmedBefore = confirmedSkus(onFile);
  if (skus.length === 0 || skus.some((sku) => !confirmedBefore.has(sku))) return undefined;
  const hasAll = (one: PurchaseOnFile) => skus.every((sku) => one.skus.includes(sku));
  const holders = new Set(told.map(({ lineKey }) => lines.get(lineKey ?? '')?.purchaseId));
  const lastHolder = purchases.findLastIndex(({ id }) => holders.has(id));
  const holder = purchases[lastHolder];
  if (holder !== undefined && hasAll(holder)) return holder;
  const later = purchases.slice(lastHolder + 1);
  return later.find(hasAll) ?? holder ?? later.find((one) => skus.some((sku) => one.skus.includes(sku)));
}

function completedPurchases(
  offers: readonly OfferedItem[],
  completions: readonly LineCompletion[],
): CompletedPurchase[] {
  const purchaseIds = new Set(completions.map(({ line }) => line.purchaseId));
  return [...purchaseIds].flatMap((purchaseId) => {
    const ofIt = completions.filter(({ line }) => line.purchaseId === purchaseId);
    const before = revenueOf(
      offers,
      ofIt.map(({ line }) => line),
    );
    const after = revenueOf(
      offers,
      ofIt.map(({ line, economics }) => ({ ...economics, sku: line.sku })),
    );
    // Lines of what was not offered are worth nothing to the recommendation.
    if (after.matchedRevenue === null) return [];
    const attributedRevenue = difference(after.attributedRevenue, before.attributedRevenue);
    return [{ purchaseId, matchedRevenue: after.matchedRevenue, attributedRevenue }];
  });
}
