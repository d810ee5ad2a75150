import type { HistoryLine } from './history.ts';
import type { PurchaseIndex } from './purchase-index/purchase-index.ts';

/** Whether a customer of the purchase index is the one who asks. */
export type IsCaller = (customer: number) => boolean;

/** A look-up reads the newest lines of a number, which customers may share. */
const comparedLines = 100;

/**
 * Customers of the index have no identity, and a history that is sent has none either. A customer all of whose lines are in
 * the history, of the same days, is the caller, or one who could add nothing to what the caller has.
 */
export function callerOf({ lines }: Pick<PurchaseIndex, 'lines'>, history: readonly HistoryLine[]): IsCaller {
  const daysByItem = new Map<number, Set<number | null>>();
  for (const { item, day } of history) {
    if (item === null) continue;
    const days = daysByItem.get(item);
    if (days === undefined) daysByItem.set(item, new Set([day]));
    else days.add(day);
  }
  if (daysByItem.size === 0) return () => false;
  return (customer) => {
    const to = lines.starts[customer + 1] as number;
    const from = Math.max(lines.starts[customer] as number, to - comparedLines);
    for (let line = from; line < to; line += 1) {
      const days = daysByItem.get(lines.items[line] as number);
      // A line without a date is of any day.
      if (days === undefined || !(days.has(lines.days[line] as number) || days.has(null))) return false;
    }
    return to > from;
  };
}
