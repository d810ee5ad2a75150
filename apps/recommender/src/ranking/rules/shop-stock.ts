/** The newest level of an item at one location. */
export interface LocationLevel {
  available: number;
  /** What the total has for this location. null: the location had not reported before the total. */
  inTotal: number | null;
}

/** PostgreSQL's integer. */
const [leastUnits, mostUnits] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * The pieces of an item, from the total of the last delivery of its product and the levels that changed after it. null: nothing says it.
 * Levels that did not change are never more than the rest of the total: their locations may no longer have the item.
 */
export function stockOfItem(total: number | null, levels: readonly LocationLevel[]): number | null {
  if (total === null) return levels.length === 0 ? null : limited(sum(levels.map(({ available }) => available)));
  const changed = levels.filter(({ available, inTotal }) => available !== inTotal);
  if (changed.length === 0) return limited(total);
  const unchanged = levels.filter(({ available, inTotal }) => available === inTotal);
  return limited(sum(changed.map(({ available }) => available)) + unchangedPart(total, changed, unchanged));
}

function unchangedPart(total: number, changed: readonly LocationLevel[], unchanged: readonly LocationLevel[]): number {
  const given = sum(unchanged.map(({ available }) => available));
  const rest = total - sum(changed.map(({ inTotal }) => inTotal ?? 0));
  if (given <= rest) return given;
  // A location that reports for the first time may have had the whole total.
  const left = changed.some(({ inTotal }) => inTotal === null) ? 0 : Math.max(0, rest);
  return Math.min(given, left);
}

function sum(pieces: readonly number[]): number {
  return pieces.reduce((all, some) => all + some, 0);
}

function limited(pieces: number): number {
  return Math.min(Math.max(pieces, leastUnits), mostUnits);
}
