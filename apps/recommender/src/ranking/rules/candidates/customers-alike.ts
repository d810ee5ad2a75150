import { HalfLife } from '../half-life.ts';
import type { RankingContext } from '../ranking-context.ts';
import { topK } from '../sparse-accumulator.ts';
import type { CandidateSource } from './candidate-source.ts';
import { leastOthers, recentDays } from './evidence.ts';

interface CustomersAlike extends Pick<CandidateSource, 'name' | 'weights'> {
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
export const customersAlike = boughtBySimilar({
  name: 'customers_like_you',
  weights: { alone: 1.3, withAnchors: 0.4 },
  halfLife: new HalfLife(400),
  evidenceDays: Number.POSITIVE_INFINITY,
});

/** Items that they bought in the last weeks. */
export const customersAlikeLately = boughtBySimilar({
  name: 'customers_like_you_now',
  weights: { alone: 0.3, withAnchors: 0.1 },
  halfLife: new HalfLife(30),
  evidenceDays: recentDays,
});

function boughtBySimilar({ name, weights, halfLife, evidenceDays }: CustomersAlike): CandidateSource {
  return {
    name,
    weights,
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
    explain: (context, item) => (haveTheyBought(context, item, evidenceDays) ? name : null),
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
