// What a purchase was worth to the recommendation that it confirms. Economic figures say what a match was worth, never
// which SKUs match; a SKU that was not offered never counts.

import Big from 'big.js';

export interface OfferedItem {
  readonly sku: string;
  /** List price when it was offered. */
  readonly webPrice: number;
}

/** What a line was sold for; null where it was not told. */
export interface Economics {
  /** One unit when not told. */
  readonly qty: number | null;
  readonly unitPrice: number | null;
  /** On the whole line. */
  readonly discountAmt: number | null;
}

export interface PurchasedLine extends Economics {
  readonly sku: string;
}

export interface Purchase<Line extends PurchasedLine = PurchasedLine> {
  readonly skus: readonly string[];
  readonly lines: readonly Line[];
}

/** Exact decimal text. */
export interface Revenue {
  /** Null when no matched line says what a unit was charged. */
  readonly matchedRevenue: string | null;
  /** The list price stands in for what was not told. */
  readonly attributedRevenue: string;
}

/** All SKUs of a purchase, each once, in order of first mention. */
export function purchasedSkus({ skus, lines }: Purchase): string[] {
  return [...new Set([...skus, ...lines.map(({ sku }) => sku)])];
}

/** Those of the SKUs that had been offered, in their order. */
export function matchedSkus(offers: readonly OfferedItem[], skus: readonly string[]): string[] {
  const offered = new Set(offers.map(({ sku }) => sku));
  return skus.filter((sku) => offered.has(sku));
}

/** What lines were worth, and SKUs that came without a line: one unit at the list price of each. */
export function revenueOf(
  offers: readonly OfferedItem[],
  lines: readonly PurchasedLine[],
  skusWithoutLine: readonly string[] = [],
): Revenue {
  const listPrices = new Map(offers.map(({ sku, webPrice }) => [sku, webPrice]));
  const matchedLines = lines.filter(({ sku }) => listPrices.has(sku));
  const listPrice = (sku: string) => listPrices.get(sku) ?? 0;
  const charged = matchedLines.flatMap(({ qty, unitPrice, discountAmt }) =>
    unitPrice === null ? [] : [worth(qty, unitPrice, discountAmt)],
  );
  const assumed = [
    ...matchedLines.flatMap(({ sku, qty, unitPrice }) =>
      unitPrice === null ? [worth(qty, listPrice(sku), null)] : [],
    ),
    ...skusWithoutLine.map((sku) => worth(1, listPrice(sku), null)),
  ];
  return {
    matchedRevenue: charged.length === 0 ? null : toText(sum(charged)),
    attributedRevenue: toText(sum([...charged, ...assumed])),
  };
}

/** What one exact decimal text is more than another. */
export function difference(amount: string, other: string): string {
  return toText(new Big(amount).minus(other));
}

function worth(qty: number | null, price: number, discountAmt: number | null): Big {
  return new Big(qty ?? 1).times(price).minus(discountAmt ?? 0);
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0));
}

/** Never with an exponent, and zero without a sign. */
function toText(amount: Big): string {
  return amount.eq(0) ? '0' : amount.toFixed();
}
