import type { PurchaseRows } from '@callside/recommender/ranking';

/** The distinct items that a customer bought on one day. */
export interface Basket {
  readonly day: number;
  readonly items: readonly number[];
}

/** The baskets of each customer, oldest first. */
export function toBaskets({ customers, items, days }: PurchaseRows): Basket[][] {
  const baskets: Basket[][] = [];
  let open: { day: number; items: number[] } | undefined;
  for (const [row, customer] of customers.entries()) {
    const day = days[row] ?? 0;
    let own = baskets[customer];
    if (own === undefined) {
      own = [];
      baskets[customer] = own;
      open = undefined;
    }
    if (open?.day !== day) {
      open = { day, items: [] };
      own.push(open);
    }
    const item = items[row] ?? 0;
    if (!open.items.includes(item)) open.items.push(item);
  }
  return baskets;
}
