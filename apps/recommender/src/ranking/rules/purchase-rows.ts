/** Order lines as columns, sorted by customer, then by day. All purchase statistics are built from them. */
export interface PurchaseRows {
  /** 0, 1, 2, ... in order of first appearance; not an identifier outside these rows. */
  readonly customers: Int32Array;
  /** Index in the catalogue; lines of products that are not in it are left out. */
  readonly items: Int32Array;
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
}

/** The rows of days before `today`: an order with a mistyped year must not count as the latest purchase. */
export function rowsBefore({ customers, items, days }: PurchaseRows, today: number): PurchaseRows {
  const isPast = (_: number, row: number) => (days[row] as number) < today;
  return { customers: customers.filter(isPast), items: items.filter(isPast), days: days.filter(isPast) };
}

/** Without days, the first is `Infinity` and the last `-Infinity`. */
export function rangeOfDays(days: Int32Array): { first: number; last: number } {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return { first, last };
}
