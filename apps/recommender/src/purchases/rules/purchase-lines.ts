// Sorts the lines of a confirmation into new, stored and conflicting ones. The id of a line stands for one sale: the
// first that contained it. A line that contradicts this sale, or whose sale was voided, is a conflict and changes nothing.

import { nobodysNumber } from '@callside/schemas';
import type { Economics, PurchasedLine } from './attribution.ts';

export interface ConfirmedLine extends PurchasedLine {
  /** As the caller sent it; null when the line has none. */
  readonly orderLineId: string | null;
  /** Identifies the line within the brand; null when the line has no id. */
  readonly lineKey: string | null;
}

export interface LineOnFile extends PurchasedLine {
  readonly lineKey: string;
  /** Id of the purchase that contains it. */
  readonly purchaseId: string;
  /** Whether it belongs to the recommendation that the confirmation names. */
  readonly isOfThisRecommendation: boolean;
  /** Phone number of the purchase that contains it, as `normaliseCustomerPhone` returns it. */
  readonly phone: string;
  /** Whether the purchase that contains it was voided. */
  readonly isVoid: boolean;
}

export interface LineConflict {
  readonly orderLineId: string;
  readonly reason: 'voided' | 'another_sku' | 'another_customer' | 'another_recommendation';
}

/** A stored line without a unit price, and the figures that complete it. */
export interface LineCompletion {
  readonly line: LineOnFile;
  readonly economics: Economics;
}

/** A line of the confirmation without a conflict, with the figures that are stored once it is recorded. */
interface MergedLine {
  line: ConfirmedLine;
  readonly onFile: LineOnFile | null;
  isCompleted: boolean;
}

export interface SortedLines {
  readonly newLines: readonly ConfirmedLine[];
  readonly completions: readonly LineCompletion[];
  readonly conflicts: readonly LineConflict[];
  /** New and stored lines, each once, in order of first mention. */
  readonly merged: readonly ConfirmedLine[];
}

/** A line without an id is always new. The first of two lines with the same id in one confirmation counts. */
export function sortLines(
  lines: readonly ConfirmedLine[],
  phone: string,
  onFile: ReadonlyMap<string, LineOnFile>,
): SortedLines {
  const merged: MergedLine[] = [];
  const mergedByKey = new Map<string, MergedLine>();
  const conflicts = new Map<string, LineConflict>();
  for (const sent of lines) {
    const { lineKey } = sent;
    if (lineKey === null) {
      merged.push(toMerged(sent, undefined));
      continue;
    }
    const stored = onFile.get(lineKey);
    const before = mergedByKey.get(lineKey);
    const reason = stored ? conflictWith(stored, sent, phone) : before && skuConflict(before.line, sent);
    if (reason !== undefined) {
      if (!conflicts.has(lineKey)) conflicts.set(lineKey, { orderLineId: sent.orderLineId ?? '', reason });
      continue;
    }
    const line = before ?? toMerged(sent, stored);
    if (before === undefined) merged.push(line);
    mergedByKey.set(lineKey, line);
    complete(line, sent);
  }
  return {
    newLines: merged.flatMap(({ line, onFile }) => (onFile === null ? [line] : [])),
    completions: merged.flatMap(({ line, onFile, isCompleted }) =>
      onFile !== null && isCompleted ? [{ line: onFile, economics: line }] : [],
    ),
    conflicts: [...conflicts.values()],
    merged: merged.map(({ line }) => line),
  };
}

function toMerged(sent: ConfirmedLine, stored: LineOnFile | undefined): MergedLine {
  if (stored === undefined) return { line: sent, onFile: null, isCompleted: false };
  const { qty, unitPrice, discountAmt } = stored;
  return { line: { ...sent, qty, unitPrice, discountAmt }, onFile: stored, isCompleted: false };
}

/** Adds figures to a line without a unit price. A line with a unit price keeps its figures. */
function complete(merged: MergedLine, { qty, unitPrice, discountAmt }: Economics): void {
  const { line } = merged;
  if (line.unitPrice !== null || unitPrice === null) return;
  merged.line = { ...line, qty: qty ?? line.qty, unitPrice, discountAmt: discountAmt ?? line.discountAmt };
  merged.isCompleted = true;
}

/** `voided` for the very sale that was voided only: an id that is used again for another sale is a conflict as any other. */
export function conflictWith(
  stored: LineOnFile,
  sent: ConfirmedLine,
  phone: string,
): LineConflict['reason'] | undefined {
  const ofAnotherSku = skuConflict(stored, sent);
  if (ofAnotherSku !== undefined) return ofAnotherSku;
  // An unknown phone number does not show that the sale was to another customer.
  if (stored.phone !== phone && ![stored.phone, phone].includes(nobodysNumber)) return 'another_customer';
  if (!stored.isOfThisRecommendation) return 'another_recommendation';
  return stored.isVoid ? 'voided' : undefined;
}

function skuConflict(known: PurchasedLine, sent: PurchasedLine): 'another_sku' | undefined {
  return known.sku === sent.sku ? undefined : 'another_sku';
}
