/** Lines of orders, column by column, sorted by customer and then by day; what every purchase statistic is built from. */
export interface PurchaseRows {
  /** 0, 1, 2, ... in order of first appearance; not an identifier outside these rows. */
  readonly customers: Int32Array;
  /** Index in the catalogue; lines of products that it does not hold are left out. */
  readonly items: Int32Array;
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
}

/** The rows of days before `today`: a mistyped year must not pass for the latest purchases. */
export function rowsBefore({ customers, items, days }: PurchaseRows, today: number): PurchaseRows {
  const isPast = (_: number, row: number) => (days[row] as number) < today;
  return { customers: customers.filter(isPast), items: items.filter(isPast), days: days.filter(isPast) };
}
