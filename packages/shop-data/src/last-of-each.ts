export interface LastRows<Row> {
  /** By key, in the order of their first row. */
  rows: ReadonlyMap<string, Row>;
  /** By key, how often a row differed from the one before it. */
  changes: ReadonlyMap<string, number>;
}

/** Reduces rows of one key to one: the later one, or the result of `merge`. */
export function lastOfEach<Row>(
  given: readonly Row[],
  keyOf: (row: Row) => string,
  merge: (earlier: Row, later: Row) => Row = (_, later) => later,
): LastRows<Row> {
  const rows = new Map<string, Row>();
  const changes = new Map<string, number>();
  for (const row of given) {
    const key = keyOf(row);
    const earlier = rows.get(key);
    if (earlier === undefined) {
      rows.set(key, row);
      continue;
    }
    const merged = merge(earlier, row);
    if (JSON.stringify(earlier) === JSON.stringify(merged)) continue;
    changes.set(key, (changes.get(key) ?? 0) + 1);
    rows.set(key, merged);
  }
  return { rows, changes };
}

/** Number of changes in the rows that were written: each counts as an update, as if the rows were imported one by one. */
export function countChanges<Written>(
  { changes }: LastRows<unknown>,
  written: readonly Written[],
  keyOf: (row: Written) => string,
): number {
  return changes.size === 0 ? 0 : written.reduce((sum, row) => sum + (changes.get(keyOf(row)) ?? 0), 0);
}
