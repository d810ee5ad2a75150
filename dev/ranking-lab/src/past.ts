import type { Catalogue } from '@callside/recommender/ranking';
import { type Basket, toBaskets } from './baskets.ts';
import type { Training } from './protocol.ts';

/** The training data in the form that baselines read. */
export interface Past {
  readonly catalogue: Catalogue;
  readonly itemCount: number;
  readonly today: number;
  /** The baskets of each customer, oldest first. */
  readonly customers: readonly (readonly Basket[])[];
  /** How many customers bought each item. */
  readonly buyers: Float64Array;
}

export function lookBack({ catalogue, rows, today }: Training): Past {
  const customers = toBaskets(rows);
  const buyers = new Float64Array(catalogue.items.length);
  for (const baskets of customers) {
    for (const item of new Set(baskets.flatMap(({ items }) => items))) buyers[item] = (buyers[item] ?? 0) + 1;
  }
  return { catalogue, itemCount: catalogue.items.length, today, customers, buyers };
}

/** 1 for today; halves with each half-life before. */
export function recency(past: Past, day: number, halfLifeDays: number): number {
  return 0.5 ** ((past.today - day) / halfLifeDays);
}
