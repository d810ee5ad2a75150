import type { RankingContext } from '../ranking-context.ts';
import { leastOthers } from './evidence.ts';

/** For a bestseller, only the newest buyers are examined. */
const comparedBuyers = 500;
/** Two lines of one customer that are further apart do not count as bought together. */
const linesAround = 40;

export type PurchaseTiming = keyof typeof timings;

/** Whether an item was bought at this time, by how many days later than the other. */
const timings = {
  same_day: (daysLater: number) => daysLater === 0,
  any_day: () => true,
  later: (daysLater: number) => daysLater > 0,
};

/** Whether enough others bought both: the item on the same day as the other, on any day, or later. */
export function haveOthersBoughtBoth(
  { snapshot, isCaller }: Pick<RankingContext, 'snapshot' | 'isCaller'>,
  { other, item, timing }: { other: number; item: number; timing: PurchaseTiming },
): boolean {
  const { byItem, lines } = snapshot.purchases;
  const linesOf = (one: number) => (byItem.starts[one + 1] as number) - (byItem.starts[one] as number);
  // The search starts from the rarer item, because it has fewer customers to examine.
  const isFromItem = linesOf(item) <= linesOf(other);
  const [known, wanted] = isFromItem ? [item, other] : [other, item];
  const isInTime = (line: number, near: number) => {
    const daysAfter = (lines.days[line] as number) - (lines.days[near] as number);
    return timings[timing](isFromItem ? daysAfter : -daysAfter);
  };
  const found = new Set<number>();
  const from = byItem.starts[known] as number;
  const to = Math.min(byItem.starts[known + 1] as number, from + comparedBuyers);
  for (let index = from; index < to && found.size < leastOthers; index += 1) {
    const customer = byItem.customers[index] as number;
    if (found.has(customer) || isCaller(customer)) continue;
    const line = byItem.lines[index] as number;
    const first = Math.max(lines.starts[customer] as number, line - linesAround);
    const last = Math.min(lines.starts[customer + 1] as number, line + linesAround + 1);
    const near = lines.items.subarray(first, last);
    if (near.some((one, place) => one === wanted && isInTime(line, first + place))) found.add(customer);
  }
  return found.size >= leastOthers;
}
