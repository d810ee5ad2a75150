import { smoothedRepeatRate } from '../purchase-index/repeat-rate.ts';
import { type FeatureGroup, missing } from './feature.ts';

/** The customer's purchases of this item, and how likely the item is bought again. */
export const ownFeatures: FeatureGroup = {
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
