import type { HistoryLine } from '../history.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';

/** A customer's purchases of one item. */
export interface OwnItem {
  readonly item: number;
  /** Number of days on which it was bought. */
  readonly times: number;
  /** Days since the last of them. */
  readonly daysSince: number;
  /** The customer's baskets after the last of them. */
  readonly basketsSince: number;
  /** Recency-weighted times: older baskets and older days count less. */
  readonly weight: number;
}

/** The customer as the request context describes them, in indices and codes of the catalogue. */
export interface CustomerProfile {
  /** By first appearance, newest first. */
  readonly own: readonly OwnItem[];
  readonly ownByItem: ReadonlyMap<number, OwnItem>;
  readonly basketCount: number;
  /** Days since the latest basket; null without a basket that has a date. */
  readonly daysSinceLast: number | null;
  /** By categorical feature of the catalogue, then by code: recency-weighted share of the lines. */
  readonly shares: readonly Float32Array[];
  /** Recency-weighted mean and spread of the logarithm of prices; null without history. */
  readonly logPrice: { readonly mean: number; readonly spread: number } | null;
}

/** Lines without a date count as bought half a year ago. */
const undatedDays = 180;
/** Greater ages are cut off: dates such as 0001-01-01 stand for "no date", and their weights would underflow. */
const mostDays = 20 * 365;
const basketDecay = 0.85;
const dayHalfLife = 240;
/** Older baskets are ignored: they say little, and a reseller has thousands. */
const maxBaskets = 60;

export function customerProfileOf(
  { catalogue }: RankingSnapshot,
  history: readonly HistoryLine[],
  today: number,
): CustomerProfile {
  const { columns } = catalogue;
  const baskets = basketsOf(history, today);
  const ownByItem = new Map<number, OwnItem>();
  const shares = columns.categoricalFeatures.map(({ codeCount }) => new Float32Array(codeCount));
  let total = 0;
  let priceSum = 0;
  let priceSquares = 0;
  for (const [back, { daysAgo, items }] of baskets.slice(0, maxBaskets).entries()) {
    const weight = basketDecay ** back * 2 ** (-daysAgo / dayHalfLife);
    for (const item of items) {
      const before = ownByItem.get(item);
      ownByItem.set(item, {
        item,
        times: (before?.times ?? 0) + 1,
        daysSince: before?.daysSince ?? daysAgo,
        basketsSince: before?.basketsSince ?? back,
        weight: (before?.weight ?? 0) + weight,
      });
      total += weight;
      for (const [index, { codes }] of columns.categoricalFeatures.entries()) {
        const column = shares[index] as Float32Array;
        const code = codes[item] as number;
        column[code] = (column[code] as number) + weight;
      }
      const logPrice = columns.logPrices[item] as number;
      priceSum += weight * logPrice;
      priceSquares += weight * logPrice * logPrice;
    }
  }
  if (total > 0) {
    for (const column of shares) {
      for (let code = 0; code < column.length; code += 1) column[code] = (column[code] as number) / total;
    }
  }
  const mean = priceSum / total;
  return {
    own: [...ownByItem.values()],
    ownByItem,
    basketCount: baskets.length,
    daysSinceLast: baskets[0]?.daysAgo ?? null,
    shares,
    logPrice: total === 0 ? null : { mean, spread: Math.sqrt(Math.max(0, priceSquares / total - mean * mean)) },
  };
}

/** The matched items by day, newest first. */
function basketsOf(history: readonly HistoryLine[], today: number): { daysAgo: number; items: Set<number> }[] {
  const byDay = new Map<number, Set<number>>();
  for (const { item, day } of history) {
    if (item === null) continue;
    const daysAgo = day === null ? undatedDays : Math.min(mostDays, Math.max(0, today - day));
    const items = byDay.get(daysAgo);
    if (items === undefined) byDay.set(daysAgo, new Set([item]));
    else items.add(item);
  }
  return [...byDay]
    .sort(([one], [other]) => one - other)
    .map(([daysAgo, items]) => ({ daysAgo, items: new Set([...items].sort((one, other) => one - other)) }));
}
