import type { RandomSource } from '../random-source.ts';

/** What a shop sells and how its customers behave. Shares are from 0 to 1. */
export interface ShopKind {
  readonly products: number;
  readonly customers: number;
  readonly articleTypes: number;
  /** Groups of products that the same customers buy. */
  readonly interests: number;
  /** Exponent of Zipf's law within an interest: 0 makes all products equally popular. */
  readonly popularity: number;
  /** Share of the products that are launched during the history, and the mean time that these are sold, in days. */
  readonly launched: number;
  readonly saleDays: number;
  /** Mean number of orders of a customer; the deviation of its logarithm between customers. */
  readonly orders: number;
  readonly ordersSpread: number;
  /** Mean days between two orders, and the share of orders that follow within three days. */
  readonly gapDays: number;
  readonly soonAgain: number;
  /** Mean number of lines of an order. */
  readonly lines: number;
  /** Mean share of lines that the customer bought before; what was bought in the last days is more likely to be bought again. */
  readonly repeats: number;
  readonly repeatDays: number;
  /** Share of the other lines that belong to a line of the same order, or to an earlier order. */
  readonly together: number;
  readonly afterwards: number;
  /** Share of the customers with one interest only. */
  readonly loyal: number;
  /** Share of the purchases that have nothing to do with the customer. */
  readonly whims: number;
  /** How much the taste for brands, colours and prices counts; 0: it does not count. */
  readonly taste: number;
}

/** Kinds that differ as much as shops do. */
export const shopKinds = {
  grocery: {
    products: 3_000,
    customers: 2_500,
    articleTypes: 40,
    interests: 25,
    popularity: 0.9,
    launched: 0.1,
    saleDays: 400,
    orders: 14,
    ordersSpread: 0.7,
    gapDays: 16,
    soonAgain: 0.05,
    lines: 6,
    repeats: 0.35,
    repeatDays: 120,
    together: 0.2,
    afterwards: 0.05,
    loyal: 0.1,
    whims: 0.2,
    taste: 0.3,
  },
  fashion: {
    products: 5_000,
    customers: 12_000,
    articleTypes: 24,
    interests: 40,
    popularity: 0.6,
    launched: 0.8,
    saleDays: 150,
    orders: 2.6,
    ordersSpread: 0.9,
    gapDays: 80,
    soonAgain: 0.15,
    lines: 2.2,
    repeats: 0.06,
    repeatDays: 30,
    together: 0.25,
    afterwards: 0.12,
    loyal: 0.3,
    whims: 0.3,
    taste: 1.2,
  },
  electronics: {
    products: 2_500,
    customers: 15_000,
    articleTypes: 30,
    interests: 30,
    popularity: 1.1,
    launched: 0.5,
    saleDays: 300,
    orders: 2.2,
    ordersSpread: 1,
    gapDays: 150,
    soonAgain: 0.2,
    lines: 1.7,
    repeats: 0.12,
    repeatDays: 45,
    together: 0.5,
    afterwards: 0.35,
    loyal: 0.4,
    whims: 0.3,
    taste: 0.7,
  },
} as const satisfies Record<string, ShopKind>;

/** A kind drawn at random from all that is plausible. */
export function drawShopKind(random: RandomSource): ShopKind {
  const orders = 1.5 * 10 ** random.uniform();
  const lines = 1.2 * 6 ** random.uniform();
  return {
    products: Math.round(1_000 * 8 ** random.uniform()),
    // Each shop has about the same number of lines.
    customers: Math.round(45_000 / (orders * lines)),
    articleTypes: random.integer(4, 50),
    interests: random.integer(8, 60),
    popularity: random.between(0.3, 1.3),
    launched: random.uniform(),
    saleDays: random.between(90, 500),
    orders,
    ordersSpread: random.between(0.5, 1.3),
    gapDays: random.between(10, 160),
    soonAgain: random.between(0, 0.4),
    lines,
    repeats: 0.02 * 30 ** random.uniform(),
    repeatDays: 3 * 60 ** random.uniform(),
    together: random.between(0.1, 0.9),
    afterwards: random.between(0, 0.4),
    loyal: random.between(0, 0.6),
    whims: random.between(0.1, 0.8),
    taste: random.between(0, 1.5),
  };
}
