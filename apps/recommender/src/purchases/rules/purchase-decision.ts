import { difference, matchedSkus, type OfferedItem, type Purchase, purchasedSkus, revenueOf } from './attribution.ts';
import {
  type ConfirmedLine,
  conflictWith,
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
  /** Each once. */
  readonly skus: readonly string[];
  /** Those that it counts with a list price, because no line has them. */
  readonly assumedSkus: readonly string[];
}

export interface OnFile {
  /** Purchases of the recommendation that are not void, oldest first. */
  readonly purchases: readonly PurchaseOnFile[];
  /** By line key: the stored lines that the confirmation names. */
  readonly lines: ReadonlyMap<string, LineOnFile>;
}

/** The answer. It covers the whole confirmation, including the parts that were stored before. */
export interface PurchaseAnswer {
  /** The purchased SKUs that had been offered and not voided, each once: those of `skus` first, then those of `lines`. */
  readonly matchedSkus: readonly string[];
  readonly converted: boolean;
  /** Exact decimal text, over all lines without a conflict; null when none of them has a unit price. */
  readonly matchedRevenue: string | null;
  readonly conflicts: readonly LineConflict[];
}

/** The revenue that a stored purchase gains when its lines get their figures. */
export interface CompletedPurchase {
  readonly purchaseId: string;
  /** Exact decimal texts. */
  readonly matchedRevenue: string;
  readonly attributedRevenue: string;
}

/** List prices that a stored purchase no longer counts, because lines are on file now. */
export interface ReplacedListPrices {
  readonly purchaseId: string;
  readonly skus: readonly string[];
  /** Their sum, an exact decimal text. */
  readonly amount: string;
}

export interface NewPurchase {
  /** All purchased SKUs, each once. */
  readonly skus: readonly string[];
  /** Matched SKUs without a line. */
  readonly assumedSkus: readonly string[];
  readonly lines: readonly ConfirmedLine[];
  /** Revenue of the new part only, so that the sum over the purchases of a recommendation is correct. */
  readonly matchedRevenue: string | null;
  readonly attributedRevenue: string;
}

export interface PurchaseDecision {
  readonly answer: PurchaseAnswer;
  /** Null: no line and no SKU in it is new, or all of it was voided. */
  readonly newPurchase: NewPurchase | null;
  /** The purchase that it repeats or completes; null when it is a new one. */
  readonly originalId: string | null;
  readonly completions: readonly LineCompletion[];
  readonly completedPurchases: readonly CompletedPurchase[];
  readonly replacedListPrices: readonly ReplacedListPrices[];
}

/** Far more than any sale. Each confirmation reads all of it, under the lock of its recommendation. */
const mostOnFile = 1024 * 1024;
/** What a purchase takes beside its SKUs, about: also those without any have a bound. */
const ofAPurchase = 100;

/** Whether a recommendation has so much on file, in characters, that no new purchase is recorded. What is on file stays repeatable. */
export function isFull({ purchases }: Pick<OnFile, 'purchases'>): boolean {
  let onFile = 0;
  for (const { skus } of purchases) {
    onFile += ofAPurchase;
    for (const sku of skus) onFile += sku.length + 1;
  }
  return onFile >= mostOnFile;
}

/**
 * Decides what of a confirmation is recorded, and the answer. A SKU without its own line is not new when an earlier
 * purchase confirmed it for the recommendation. A SKU whose lines were all voided counts no more, however often it is sent. An empty
 * confirmation is recorded each time.
 */
export function decidePurchase(
  purchase: ConfirmedPurchase,
  offers: readonly OfferedItem[],
  onFile: OnFile,
): PurchaseDecision {
  const sorted = sortLines(purchase.lines, purchase.phone, onFile.lines);
  const { skus, voided } = withoutVoided(purchase, onFile);
  const matched = matchedSkus(offers, skus);
  const confirmedBefore = confirmedAmong(skus, onFile);
  const original =
    sorted.newLines.length === 0 && skus.every((sku) => confirmedBefore.has(sku))
      ? findOriginal(skus, sorted, onFile)
      : undefined;
  const decision = {
    answer: {
      matchedSkus: matched,
      converted: matched.length > 0,
      matchedRevenue: revenueOf(offers, sorted.merged).matchedRevenue,
      conflicts: sorted.conflicts,
    },
    completions: sorted.completions,
    completedPurchases: completedPurchases(offers, sorted.completions),
    replacedListPrices: replacedListPrices(offers, sorted.newLines, onFile),
  };
  if (original !== undefined) return { ...decision, newPurchase: null, originalId: original.id };
  if (voided !== null && skus.length === 0) return { ...decision, newPurchase: null, originalId: voided };
  // A list price counts once for a recommendation, and never for a SKU that has a line, even a conflicting one.
  const withLines = new Set(purchase.lines.map(({ sku }) => sku));
  const assumedSkus = matched.filter((sku) => !withLines.has(sku) && !confirmedBefore.has(sku));
  const revenue = revenueOf(offers, sorted.newLines, assumedSkus);
  return { ...decision, newPurchase: { skus, assumedSkus, lines: sorted.newLines, ...revenue }, originalId: null };
}

/** The SKUs without those of which each line was voided, and the void purchase that has the last of these lines; null: none was. */
function withoutVoided(purchase: ConfirmedPurchase, onFile: OnFile): { skus: string[]; voided: string | null } {
  const voidSales = purchase.lines.map((line) => {
    const stored = onFile.lines.get(line.lineKey ?? '');
    return stored !== undefined && conflictWith(stored, line, purchase.phone) === 'voided' ? stored : null;
  });
  const counting = new Set(purchase.lines.filter((_, at) => voidSales[at] === null).map(({ sku }) => sku));
  const gone = new Set(purchase.lines.map(({ sku }) => sku).filter((sku) => !counting.has(sku)));
  return {
    skus: purchasedSkus(purchase).filter((sku) => !gone.has(sku)),
    voided: voidSales.findLast((stored) => stored !== null)?.purchaseId ?? null,
  };
}

/** Those of the SKUs that were confirmed for the recommendation. */
function confirmedAmong(skus: readonly string[], { purchases }: OnFile): Set<string> {
  const sent = new Set(skus);
  return new Set(purchases.flatMap((one) => one.skus.filter((sku) => sent.has(sku))));
}

/**
 * The purchase that a confirmation without new lines and new SKUs repeats; undefined when the confirmation is empty.
 * It was first answered when the last of its lines was stored, or when the last of its SKUs was confirmed.
 */
function findOriginal(skus: readonly string[], { merged }: SortedLines, onFile: OnFile): PurchaseOnFile | undefined {
  const { purchases, lines } = onFile;
  if (skus.length === 0) return undefined;
  const sent = new Set(skus);
  const hasAll = (one: PurchaseOnFile) => one.skus.filter((sku) => sent.has(sku)).length === sent.size;
  const holders = new Set(merged.map(({ lineKey }) => lines.get(lineKey ?? '')?.purchaseId));
  const lastHolder = purchases.findLastIndex(({ id }) => holders.has(id));
  const holder = purchases[lastHolder];
  if (holder !== undefined && hasAll(holder)) return holder;
  const later = purchases.slice(lastHolder + 1);
  return later.find(hasAll) ?? holder ?? later.find((one) => one.skus.some((sku) => sent.has(sku)));
}

/** A SKU that was confirmed alone and then with a line is one sale, as it is in the other order. */
function replacedListPrices(
  offers: readonly OfferedItem[],
  newLines: readonly ConfirmedLine[],
  { purchases }: OnFile,
): ReplacedListPrices[] {
  const withLines = new Set(newLines.map(({ sku }) => sku));
  return purchases.flatMap(({ id, assumedSkus }) => {
    const skus = assumedSkus.filter((sku) => withLines.has(sku));
    return skus.length === 0 ? [] : [{ purchaseId: id, skus, amount: revenueOf(offers, [], skus).attributedRevenue }];
  });
}

function completedPurchases(
  offers: readonly OfferedItem[],
  completions: readonly LineCompletion[],
): CompletedPurchase[] {
  const byPurchase = new Map<string, LineCompletion[]>();
  for (const completion of completions) {
    const { purchaseId } = completion.line;
    const ofIt = byPurchase.get(purchaseId);
    if (ofIt === undefined) byPurchase.set(purchaseId, [completion]);
    else ofIt.push(completion);
  }
  return [...byPurchase].flatMap(([purchaseId, ofIt]) => {
    const before = revenueOf(
      offers,
      ofIt.map(({ line }) => line),
    );
    const after = revenueOf(
      offers,
      ofIt.map(({ line, economics }) => ({ ...economics, sku: line.sku })),
    );
    // Lines of items that were not offered bring no revenue.
    if (after.matchedRevenue === null) return [];
    const attributedRevenue = difference(after.attributedRevenue, before.attributedRevenue);
    return [{ purchaseId, matchedRevenue: after.matchedRevenue, attributedRevenue }];
  });
}
