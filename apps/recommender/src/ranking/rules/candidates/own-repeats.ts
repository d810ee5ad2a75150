import { smoothedRepeatRate } from '../purchase-index/repeat-rate.ts';
import { topK } from '../sparse-accumulator.ts';
import type { CandidateSource } from './candidate-source.ts';

/** Items that the customer bought before. Scores grow with frequency, recency, the item's repeat rate and how due it is. */
export const ownRepeats: CandidateSource = {
  name: 'own_repeat',
  weights: { alone: 3, withAnchors: 0.4 },
  // Customers of a grocery buy the same again beside an anchor too: dev/ranking-lab/measured.json.
  weightsPerRepeatShare: { alone: 0, withAnchors: 10 },
  find: ({ snapshot, profile, items, isEligible, limit }) => {
    const { buyers, repeaters, gapDays, repeatShare } = snapshot.purchases.statistics;
    for (const { item, weight, daysSince } of profile.own) {
      const repeatRate = smoothedRepeatRate(repeaters[item] as number, buyers[item] as number, repeatShare);
      const due = 1 / (1 + Math.abs(Math.log((daysSince + 1) / ((gapDays[item] as number) + 1))));
      items.add(item, weight * (0.2 + repeatRate) * (0.5 + due));
    }
    const best = topK(items, limit, isEligible);
    items.clear();
    return best;
  },
  explain: ({ profile }, item) => (profile.ownByItem.has(item) ? 'own_repeat' : null),
};
