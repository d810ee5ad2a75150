import type { HalfLife } from '../half-life.ts';
import type { RankingContext } from '../ranking-context.ts';
import { topK } from '../sparse-accumulator.ts';
import { leastOthers } from './evidence.ts';
import type { Signal } from './signal.ts';

interface CustomersAlike extends Omit<Signal, 'find' | 'explain'> {
  /** Half-life of the weight of a purchase. */
  readonly halfLife: HalfLife;
  /** Older purchases are no evidence. */
  readonly evidenceDays: number;
}

/** Newest lines of a customer that count. */
const maxLines = 60;
/** Weight of the customer's own purchase frequencies; all similar customers together have weight 1. */
const ownShare = 0.15;

/** Items that the most similar customers bought. */
export function boughtBySimilar({ halfLife, evidenceDays, ...declared }: CustomersAlike): Signal {
  return {
    ...declared,
    find: ({ snapshot, profile, similar, items, isEligible, limit }) => {
      const { lines, today } = snapshot.purchases;
      const total = similar.scores.reduce((sum, score) => sum + score, 0);
      for (let index = 0; index < similar.numbers.length; index += 1) {
        const customer = similar.numbers[index] as number;
        const likeness = (similar.scores[index] as number) / total;
        const to = lines.starts[customer + 1] as number;
        for (let line = Math.max(lines.starts[customer] as number, to - maxLines); line < to; line += 1) {
          const age = today - (lines.days[line] as number);
          items.add(lines.items[line] as number, likeness * halfLife.weightOf(age));
        }
      }
      for (const own of profile.own) items.add(own.item, (ownShare * own.times) / Math.max(1, profile.basketCount));
      const best = topK(items, limit, isEligible);
      items.clear();
      return best;
    },
    explain: (context, item) => (haveTheyBought(context, item, evidenceDays) ? declared.name : null),
  };
}

/** Whether enough of the similar customers bought it in the last days. */
function haveTheyBought({ snapshot, similar }: RankingContext, item: number, withinDays: number): boolean {
  const { lines, today } = snapshot.purchases;
  let found = 0;
  for (const customer of similar.numbers) {
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
