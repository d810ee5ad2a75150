import { bestOf } from '../score-board.ts';
import type { CandidateSource } from './candidate-source.ts';

/** What the customer bought before, the more so the more often, the more recently, and the more it is bought again at all. */
export const ownRepeats: CandidateSource = {
  name: 'own_repeat',
  weights: { alone: 3, withAnchors: 0.4 },
  find: ({ snapshot, profile, items, isEligible, limit }) => {
    const { buyers, repeaters, gapDays, repeatShare } = snapshot.purchases.statistics;
    for (const { item, weight, daysSince } of profile.own) {
      const repeatRate = smoothedRepeatRate(repeaters[item] as number, buyers[item] as number, repeatShare);
      const due = 1 / (1 + Math.abs(Math.log((daysSince + 1) / ((gapDays[item] as number) + 1))));
      items.add(item, weight * (0.2 + repeatRate) * (0.5 + due));
    }
    const best = bestOf(items, limit, isEligible);
    items.clear();
    return best;
  },
};

/** Share of the buyers who came back for it; the shop's own rate counts as much as ten buyers. */
export function smoothedRepeatRate(repeaters: number, buyers: number, repeatShare: number): number {
  return (repeaters + 10 * repeatShare) / (buyers + 10);
}
