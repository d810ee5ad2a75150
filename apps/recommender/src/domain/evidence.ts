// Evidence for reasons. A reason is read aloud to a customer. A claim about other customers needs purchases of other
// customers; the caller's own do not count.

import type { IsCaller } from './caller.ts';
import { firstAttribute } from './catalogue-columns.ts';
import { liftOf } from './features/lift.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';

/** Least number of other customers who did what a reason says. */
const leastOthers = 2;
/** "Now" means the last 30 days. */
export const recentDays = 30;
/** Least number of observed pairs of types before they show what goes with what. */
const leastPairs = 10;

/** For a bestseller, only the newest buyers are examined. */
const comparedBuyers = 500;
/** Two lines of one customer that are further apart do not count as bought together. */
const linesAround = 40;

export type PurchaseTiming = 'same_day' | 'any_day' | 'later';

/** Whether enough others bought both: the item on the same day as the other, on any day, or later. */
export function haveOthersBoughtBoth(
  { purchases }: RankingSnapshot,
  isCaller: IsCaller,
  { other, item, order }: { other: number; item: number; order: PurchaseTiming },
): boolean {
  const { byItem, lines } = purchases;
  const linesOf = (one: number) => (byItem.starts[one + 1] as number) - (byItem.starts[one] as number);
  // Starts from the rarer of the two: fewer customers to examine.
  const isFromItem = linesOf(item) <= linesOf(other);
  const [known, wanted] = isFromItem ? [item, other] : [other, item];
  const found = new Set<number>();
  const from = byItem.starts[known] as number;
  const to = Math.min(byItem.starts[known + 1] as number, from + comparedBuyers);
  for (let index = from; index < to && found.size < leastOthers; index += 1) {
    const customer = byItem.customers[index] as number;
    if (found.has(customer)) continue;
    const line = byItem.lines[index] as number;
    const first = Math.max(lines.starts[customer] as number, line - linesAround);
    const last = Math.min(lines.starts[customer + 1] as number, line + linesAround + 1);
    for (let near = first; near < last; near += 1) {
      if (lines.items[near] !== wanted) continue;
      const later = ((lines.days[line] as number) - (lines.days[near] as number)) * (isFromItem ? 1 : -1);
      if (order === 'any_day' || (order === 'same_day' ? later === 0 : later > 0)) {
        if (!isCaller(customer)) found.add(customer);
        break;
      }
    }
  }
  return found.size >= leastOthers;
}

/** Whether enough others bought it, ever or in the last days. */
export function haveOthersBought(
  { purchases }: RankingSnapshot,
  isCaller: IsCaller,
  item: number,
  withinDays = Number.POSITIVE_INFINITY,
): boolean {
  const { byItem, lines, today } = purchases;
  const found = new Set<number>();
  for (let index = byItem.starts[item] as number; index < (byItem.starts[item + 1] as number); index += 1) {
    // Newest first.
    if (today - (lines.days[byItem.lines[index] as number] as number) > withinDays) return false;
    const customer = byItem.customers[index] as number;
    if (!isCaller(customer)) found.add(customer);
    if (found.size >= leastOthers) return true;
  }
  return false;
}

/** Whether enough of these customers bought it, ever or in the last days. */
export function haveTheyBought(
  { purchases }: RankingSnapshot,
  customers: Int32Array,
  item: number,
  withinDays = Number.POSITIVE_INFINITY,
): boolean {
  const { lines, today } = purchases;
  let found = 0;
  for (const customer of customers) {
    const from = lines.starts[customer] as number;
    for (let line = (lines.starts[customer + 1] as number) - 1; line >= from; line -= 1) {
      if (today - (lines.days[line] as number) > withinDays) break;
      if (lines.items[line] !== item) continue;
      found += 1;
      if (found >= leastOthers) return true;
      break;
    }
  }
  return false;
}

/** Whether type, price and attributes of the item are likelier after the others than in all purchases. Needs enough pairs. */
export function fits(
  snapshot: RankingSnapshot,
  expected: readonly Float32Array[] | null,
  { others, item, relation }: { others: readonly number[]; item: number; relation: 'together' | 'next' },
): boolean {
  const { affinities } = snapshot.purchases;
  const [typeAffinity] = affinities;
  const typeCodes = snapshot.catalogue.columns.categoricalFeatures[0]?.codes;
  if (typeAffinity === undefined || typeCodes === undefined) return false;
  const pairs = relation === 'together' ? typeAffinity.togetherPairs : typeAffinity.nextPairs;
  const types = new Set(others.map((other) => typeCodes[other] as number));
  let seen = 0;
  for (const type of types) seen += pairs[type] as number;
  if (seen < leastPairs) return false;
  let lift = 0;
  for (let index = 0; index < affinities.length; index += 1) lift += liftOf(snapshot, expected, index, item);
  return lift > 0;
}

/** Whether the item has attributes, and the same ones as one of the others. */
export function isOfTheirStyle({ catalogue }: RankingSnapshot, others: readonly number[], item: number): boolean {
  const { styles, categoricalFeatures } = catalogue.columns;
  const style = styles[item] as number;
  return categoricalFeatures.length > firstAttribute && style !== 0 && others.some((other) => styles[other] === style);
}
