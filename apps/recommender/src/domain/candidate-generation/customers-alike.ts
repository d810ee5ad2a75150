import { type ScoredNumbers, topK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';

/** Newest lines of a customer that count. */
const maxLines = 60;
/** Weight of the customer's own purchase frequencies; all similar customers together have weight 1. */
const ownShare = 0.15;

/** Items that the most similar customers bought. */
export const customersAlike: CandidateSource = {
  name: 'customers_like_you',
  weights: { alone: 1.3, withAnchors: 0.4 },
  find: (context) => boughtBySimilar(context, 400),
};

/** Items that they bought in the last weeks. */
export const customersAlikeLately: CandidateSource = {
  name: 'customers_like_you_now',
  weights: { alone: 0.3, withAnchors: 0.1 },
  find: (context) => boughtBySimilar(context, 30),
};

function boughtBySimilar(
  { snapshot, profile, similar, items, isEligible, limit }: SourceContext,
  halfLifeDays: number,
): ScoredNumbers {
  const { lines, today } = snapshot.purchases;
  const total = similar.scores.reduce((sum, score) => sum + score, 0);
  for (const [index, customer] of similar.numbers.entries()) {
    const likeness = (similar.scores[index] as number) / total;
    const to = lines.starts[customer + 1] as number;
    for (let line = Math.max(lines.starts[customer] as number, to - maxLines); line < to; line += 1) {
      const age = today - (lines.days[line] as number);
      items.add(lines.items[line] as number, likeness * 2 ** (-age / halfLifeDays));
    }
  }
  for (const own of profile.own) items.add(own.item, (ownShare * own.times) / Math.max(1, profile.basketCount));
  const best = topK(items, limit, isEligible);
  items.clear();
  return best;
}
