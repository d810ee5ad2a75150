import type { CatalogueColumns } from '../catalogue-columns.ts';
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
  const baskets = basketsOf(history, today);
  const lines = baskets.slice(0, maxBaskets).flatMap(({ daysAgo, items }, back): WeightedLine[] => {
    const weight = basketDecay ** back * 2 ** (-daysAgo / dayHalfLife);
    return items.map((item) => ({ item, daysAgo, back, weight }));
  });
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  const ownByItem = ownItemsOf(lines);
  return {
    own: [...ownByItem.values()],
    ownByItem,
    basketCount: baskets.length,
    daysSinceLast: baskets[0]?.daysAgo ?? null,
    shares: sharesOf(lines, total, catalogue.columns),
    logPrice: lines.length === 0 ? null : logPriceOf(lines, total, catalogue.columns),
  };
}

/** An item of a basket, whose number is `back`: 0 for the newest. */
interface WeightedLine {
  readonly item: number;
  readonly daysAgo: number;
  readonly back: number;
  /** Above 0. */
  readonly weight: number;
}

function ownItemsOf(lines: readonly WeightedLine[]): Map<number, OwnItem> {
  const ownByItem = new Map<number, OwnItem>();
  for (const { item, daysAgo, back, weight } of lines) {
    const before = ownByItem.get(item);
    ownByItem.set(item, {
      item,
      times: (before?.times ?? 0) + 1,
      daysSince: before?.daysSince ?? daysAgo,
      basketsSince: before?.basketsSince ?? back,
      weight: (before?.weight ?? 0) + weight,
    });
  }
  return ownByItem;
}

function sharesOf(
  lines: readonly WeightedLine[],
  total: number,
  { categoricalFeatures }: CatalogueColumns,
): Float32Array[] {
  return categoricalFeatures.map(({ codes, codeCount }) => {
    const weights = new Float32Array(codeCount);
    for (const { item, weight } of lines) {
      const code = codes[item] as number;
      weights[code] = (weights[code] as number) + weight;
    }
    for (let code = 0; code < codeCount && total > 0; code += 1) weights[code] = (weights[code] as number) / total;
    return weights;
  });
}

function logPriceOf(lines: readonly WeightedLine[], total: number, { logPrices }: CatalogueColumns) {
  let [sum, squares] = [0, 0];
  for (const { item, weight } of lines) {
    const logPrice = logPrices[item] as number;
    sum += weight * logPrice;
    squares += weight * logPrice * logPrice;
  }
  const mean = sum / total;
  return { mean, spread: Math.sqrt(Math.max(0, squares / total - mean * mean)) };
}

/** The matched items by day, newest first. */
function basketsOf(history: readonly HistoryLine[], today: number): { daysAgo: number; items: number[] }[] {
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
    .map(([daysAgo, items]) => ({ daysAgo, items: [...items].sort((one, other) => one - other) }));
}
