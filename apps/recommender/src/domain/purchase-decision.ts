import {
  type Attribution,
  attribute,
  type OfferedItem,
  type Purchase,
  type PurchasedLine,
  purchasedSkus,
} from './attribution.ts';

export interface ConfirmedLine extends PurchasedLine {
  /** As the caller sent it; null when the line has none. */
  readonly orderLineId: string | null;
  /** Identifies the line within the brand, where it has an id. */
  readonly lineKey: string | null;
}

/** An earlier purchase that a confirmation may repeat. */
export interface PurchaseOnFile {
  readonly id: string;
  /** Of the recommendation that the confirmation names. */
  readonly isOfThisRecommendation: boolean;
  readonly skus: readonly string[];
}

export interface OnFile {
  /** Oldest first: those of the recommendation, and those that hold one of the confirmation's lines. */
  readonly purchases: readonly PurchaseOnFile[];
  /** Line key to the purchase that holds it, for the confirmation's lines. */
  readonly lines: ReadonlyMap<string, string>;
}

export type PurchaseDecision =
  | { kind: 'record'; newLines: readonly ConfirmedLine[]; attribution: Attribution }
  /** Nothing in it is new: it repeats the purchase with that id. */
  | { kind: 'resent'; originalId: string };

/**
 * Whether a confirmation is recorded and what it is worth. A line whose id is on file (or came before in the same
 * confirmation) is not new; a line without an id always is. SKUs alone are not new when a line covers them or an earlier
 * purchase confirmed them for the recommendation. An empty confirmation is recorded each time.
 */
export function decidePurchase(
  purchase: Purchase<ConfirmedLine>,
  offers: readonly OfferedItem[],
  onFile: OnFile,
): PurchaseDecision {
  const newLines = linesNotOnFile(purchase.lines, onFile);
  const confirmedBefore = new Set(
    onFile.purchases.flatMap(({ isOfThisRecommendation, skus }) => (isOfThisRecommendation ? skus : [])),
  );
  const original = newLines.length === 0 ? findOriginal(purchase, onFile, confirmedBefore) : undefined;
  if (original !== undefined) return { kind: 'resent', originalId: original.id };
  return {
    kind: 'record',
    newLines,
    attribution: attribute({ offers, purchase, countedLines: newLines, confirmedBefore }),
  };
}

function linesNotOnFile(lines: readonly ConfirmedLine[], { lines: onFile }: OnFile): ConfirmedLine[] {
  const seen = new Set(onFile.keys());
  return lines.filter(({ lineKey }) => {
    if (lineKey === null) return true;
    if (seen.has(lineKey)) return false;
    seen.add(lineKey);
    return true;
  });
}

/**
 * The purchase that a confirmation without new lines repeats; undefined when there is something new in it, or nothing.
 * A confirmation was first answered when the last of its lines was stored, or when the last of its SKUs was confirmed.
 */
function findOriginal(
  purchase: Purchase<ConfirmedLine>,
  { purchases, lines: onFile }: OnFile,
  confirmedBefore: ReadonlySet<string>,
): PurchaseOnFile | undefined {
  const { skus, lines } = purchase;
  const withLines = new Set(lines.map(({ sku }) => sku));
  if (skus.some((sku) => !withLines.has(sku) && !confirmedBefore.has(sku))) return undefined;
  const all = purchasedSkus(purchase);
  if (all.length === 0) return undefined;
  const hasAll = (one: PurchaseOnFile) => all.every((sku) => one.skus.includes(sku));
  const holders = new Set(lines.map(({ lineKey }) => (lineKey === null ? undefined : onFile.get(lineKey))));
  const lastHolder = purchases.findLastIndex(({ id }) => holders.has(id));
  const holder = purchases[lastHolder];
  if (holder !== undefined && hasAll(holder)) return holder;
  const later = purchases.slice(lastHolder + 1).filter(({ isOfThisRecommendation }) => isOfThisRecommendation);
  return later.find(hasAll) ?? holder ?? later.find((one) => all.some((sku) => one.skus.includes(sku)));
}
