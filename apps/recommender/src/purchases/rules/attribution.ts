// Computes the revenue that a purchase brings to the recommendation that it confirms. Prices and quantities change the
// amount of a match, but not which SKUs match. A SKU that was not offered never counts.

import Big from 'big.js';

export interface OfferedItem {
  readonly sku: string;
  /** List price when it was offered. */
  readonly webPrice: number;
}

/** What a line was sold for; null where the caller did not send it. */
export interface Economics {
  /** One unit when null. */
  readonly qty: number | null;
  readonly unitPrice: number | null;
  /** Discount on the whole line. */
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
  /** Null when no matched line has a unit price. */
  readonly matchedRevenue: string | null;
  /** The list price replaces a missing unit price. */
  readonly attributedRevenue: string;
}

/** All SKUs of a purchase, each once, in order of first mention. */
export function purchasedSkus({ skus, lines }: Purchase): string[] {
  return [...new Set([...skus, ...lines.map(({ sku }) => sku)])];
}

/** The SKUs that were offered, in the order of `skus`. */
export function matchedSkus(offers: readonly OfferedItem[], skus: readonly string[]): string[] {
  const offered = new Set(offers.map(({ sku }) => sku));
  return skus.filter((sku) => offered.has(sku));
}

/** Revenue of lines, and of SKUs without a line: one unit at the list price of each. */
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

/** `amount` minus `other`, as exact decimal text. */
export function difference(amount: string, other: string): string {
  return toText(new Big(amount).minus(other));
}

function worth(qty: number | null, price: number, discountAmt: number | null): Big {
  return new Big(qty ?? 1).times(price).minus(discountAmt ?? 0);
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0));
}

/** Never with an exponent; zero has no sign. */
function toText(amount: Big): string {
  return amount.eq(0) ? '0' : amount.toFixed();
}
