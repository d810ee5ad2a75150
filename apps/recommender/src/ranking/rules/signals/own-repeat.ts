import { type FeatureGroup, missing } from '../features/feature.ts';
import { smoothedRepeatRate } from '../purchase-index/repeat-rate.ts';
import { topK } from '../sparse-accumulator.ts';
import type { Signal } from './signal.ts';

/** The customer's purchases of this item, and how likely the item is bought again. */
const features: FeatureGroup = {
  features: [
    { name: 'own_times', unit: 'days bought' },
    { name: 'own_share', unit: 'share of baskets' },
    { name: 'own_weight', unit: 'decayed times bought' },
    { name: 'own_days_since', unit: 'days' },
    { name: 'own_baskets_since', unit: 'baskets' },
    { name: 'own_due', unit: 'days since own purchase by usual gap' },
    { name: 'repeat_rate', unit: 'smoothed share of buyers' },
  ],
  of: ({ snapshot, profile }) => {
    const { gapDays, repeaters, buyers, repeatShare } = snapshot.purchases.statistics;
    const baskets = Math.max(1, profile.basketCount);
    return ({ item, own }, values) => {
      if (own === undefined) {
        values.add(0);
        values.add(0);
        values.add(0);
        values.add(missing);
        values.add(missing);
        values.add(missing);
      } else {
        values.add(own.times);
        values.add(own.times / baskets);
        values.add(own.weight);
        values.add(own.daysSince);
        values.add(own.basketsSince);
        values.add((own.daysSince + 1) / ((gapDays[item] as number) + 1));
      }
      values.add(smoothedRepeatRate(repeaters[item] as number, buyers[item] as number, repeatShare));
    };
  },
};

/** Scores grow with frequency, recency, the item's repeat rate and how due it is. */
export const ownRepeat: Signal = {
  name: 'own_repeat',
  about: {
    finds: 'the customer bought before, by frequency, recency and whether a repeat is due',
    evidence: 'a purchase of it',
  },
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
  features,
};
