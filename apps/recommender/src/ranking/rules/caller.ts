import type { HistoryLine } from './history.ts';
import type { PurchaseIndex } from './purchase-index/purchase-index.ts';

/** Whether a customer of the purchase index is the caller. */
export type IsCaller = (customer: number) => boolean;

/** Only the newest lines are compared: a look-up returns the newest lines of a phone number, which customers may share. */
const comparedLines = 100;

/**
 * Neither the customers of the index nor a supplied history have an identity. A customer counts as the caller when all
 * their lines are in the history, on the same days. Such a customer adds nothing to what the caller bought.
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
      // A history line without a date matches any day.
      if (days === undefined || !(days.has(lines.days[line] as number) || days.has(null))) return false;
    }
    return to > from;
  };
}
