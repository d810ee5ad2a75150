import type { ItemStatistics } from '../purchase-index/item-statistics.ts';
import type { RankingContext } from '../ranking-context.ts';
import { leastOthers } from './evidence.ts';
import type { Signal } from './signal.ts';

interface Bestsellers extends Omit<Signal, 'find' | 'explain'> {
  /** All items, best first, and the score of each item. */
  readonly ranking: (statistics: ItemStatistics) => { order: Int32Array; scores: Int32Array | Float32Array };
  /** Older purchases are no evidence. */
  readonly evidenceDays: number;
}

/** The first eligible items of an order of all items, up to the limit. They fill a list that would otherwise be short. */
export function bestsellers({ ranking, evidenceDays, ...declared }: Bestsellers): Signal {
  return {
    ...declared,
    find: ({ snapshot, isEligible, limit }) => {
      const { order, scores } = ranking(snapshot.purchases.statistics);
      const best = { numbers: new Int32Array(limit), scores: new Float32Array(limit) };
      let count = 0;
      for (let place = 0; place < order.length && count < limit; place += 1) {
        const item = order[place] as number;
        if (!isEligible(item)) continue;
        best.numbers[count] = item;
        best.scores[count] = (scores[item] as number) + 1e-6;
        count += 1;
      }
      return { numbers: best.numbers.subarray(0, count), scores: best.scores.subarray(0, count) };
    },
    explain: (context, item) => (haveOthersBought(context, item, evidenceDays) ? declared.name : null),
  };
}

/** Whether enough others bought it in the last days. */
function haveOthersBought({ snapshot, isCaller }: RankingContext, item: number, withinDays: number): boolean {
  const { byItem, lines, today } = snapshot.purchases;
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
