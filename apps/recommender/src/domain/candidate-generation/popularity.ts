import type { ScoredNumbers } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';

export const popular: CandidateSource = {
  name: 'popular',
  weights: { alone: 0.3, withAnchors: 0.3 },
  find: (context) => {
    const { popularOrder, buyers } = context.snapshot.purchases.statistics;
    return firstEligible(context, popularOrder, buyers);
  },
};

export const recentlyPopular: CandidateSource = {
  name: 'popular_now',
  weights: { alone: 1, withAnchors: 0.1 },
  find: (context) => {
    const { recentOrder, trend } = context.snapshot.purchases.statistics;
    return firstEligible(context, recentOrder, trend[1]);
  },
};

/** The first eligible items of an order that holds every item, up to the limit. They fill a list that is otherwise short. */
function firstEligible(
  { isEligible, limit }: SourceContext,
  order: Int32Array,
  scores: Int32Array | Float32Array,
): ScoredNumbers {
  const numbers: number[] = [];
  for (const item of order) {
    if (numbers.length === limit) break;
    if (isEligible(item)) numbers.push(item);
  }
  return {
    numbers: Int32Array.from(numbers),
    scores: Float32Array.from(numbers, (item) => (scores[item] as number) + 1e-6),
  };
}
