// What a purchase was worth to the recommendation that it confirms. Economic figures say what a match was worth, never
// which SKUs match; a SKU that was not offered never counts.

import Big from 'big.js';

export interface OfferedItem {
  readonly sku: string;
  /** List price when it was offered. */
  readonly webPrice: number;
}

export interface PurchasedLine {
  readonly sku: string;
  readonly qty: number;
  /** What a unit was charged; null when not told. */
  readonly unitPrice: number | null;
  /** On the whole line; null when not told. */
  readonly discountAmt: number | null;
}

export interface Purchase<Line extends PurchasedLine = PurchasedLine> {
  readonly skus: readonly string[];
  readonly lines: readonly Line[];
}

export interface Attribution {
  /** The purchased SKUs that had been offered, each once: those of `skus` first, then those of `lines`. */
  readonly matchedSkus: readonly string[];
  readonly converted: boolean;
  /** Exact decimal text; null when no matched line says what a unit was charged. */
  readonly matchedRevenue: string | null;
  /** Exact decimal text; the list price stands in for what was not told. */
  readonly attributedRevenue: string;
}

interface AttributionInput<Line extends PurchasedLine> {
  readonly offers: readonly OfferedItem[];
  readonly purchase: Purchase<Line>;
  /** Those of `purchase.lines` that count: none that was counted before. */
  readonly countedLines: readonly Line[];
  /** SKUs that an earlier purchase has confirmed for this recommendation: their list price was counted then. */
  readonly confirmedBefore: ReadonlySet<string>;
}

/** All SKUs of a purchase, each once, in order of first mention. */
export function purchasedSkus({ skus, lines }: Purchase): string[] {
  return [...new Set([...skus, ...lines.map(({ sku }) => sku)])];
}

export function attribute<Line extends PurchasedLine>({
  offers,
  purchase,
  countedLines,
  confirmedBefore,
}: AttributionInput<Line>): Attribution {
  const listPrices = new Map(offers.map(({ sku, webPrice }) => [sku, webPrice]));
  const matchedSkus = purchasedSkus(purchase).filter((sku) => listPrices.has(sku));
  const matchedLines = countedLines.filter(({ sku }) => listPrices.has(sku));
  const charged = matchedLines.filter(({ unitPrice }) => unitPrice !== null);
  const uncharged = matchedLines.filter(({ unitPrice }) => unitPrice === null);
  const withLines = new Set(purchase.lines.map(({ sku }) => sku));
  const withoutLines = matchedSkus.filter((sku) => !withLines.has(sku) && !confirmedBefore.has(sku));

  const listPrice = (sku: string) => new Big(listPrices.get(sku) ?? 0);
  const revenue = sum(
    charged.map(({ qty, unitPrice, discountAmt }) => worth(qty, new Big(unitPrice ?? 0), discountAmt)),
  );
  const assumed = sum([
    ...uncharged.map(({ sku, qty }) => worth(qty, listPrice(sku), null)),
    ...withoutLines.map(listPrice),
  ]);
  return {
    matchedSkus,
    converted: matchedSkus.length > 0,
    matchedRevenue: charged.length === 0 ? null : toText(revenue),
    attributedRevenue: toText(revenue.plus(assumed)),
  };
}

function worth(qty: number, price: Big, discountAmt: number | null): Big {
  return new Big(qty).times(price).minus(discountAmt ?? 0);
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0));
}

/** Never with an exponent, and zero without a sign. */
function toText(amount: Big): string {
  return amount.eq(0) ? '0' : amount.toFixed();
}
