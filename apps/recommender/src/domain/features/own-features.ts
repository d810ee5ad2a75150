import { smoothedRepeatRate } from '../purchase-index/repeat-rate.ts';
import { type Feature, missing } from './feature.ts';

/** The customer's purchases of this item, and how likely the item is bought again. */
export const ownFeatures: readonly Feature[] = [
  { name: 'own_times', unit: 'days bought', of: (_, { own }) => own?.times ?? 0 },
  {
    name: 'own_share',
    unit: 'share of baskets',
    of: ({ profile }, { own }) => (own === undefined ? 0 : own.times / Math.max(1, profile.basketCount)),
  },
  { name: 'own_weight', unit: 'decayed times bought', of: (_, { own }) => own?.weight ?? 0 },
  { name: 'own_days_since', unit: 'days', of: (_, { own }) => own?.daysSince ?? missing },
  { name: 'own_baskets_since', unit: 'baskets', of: (_, { own }) => own?.basketsSince ?? missing },
  {
    name: 'own_due',
    unit: 'days since own purchase by usual gap',
    of: ({ snapshot }, { item, own }) =>
      own === undefined ? missing : (own.daysSince + 1) / ((snapshot.purchases.statistics.gapDays[item] as number) + 1),
  },
  {
    name: 'repeat_rate',
    unit: 'smoothed share of buyers',
    of: ({ snapshot }, { item }) => {
      const { repeaters, buyers, repeatShare } = snapshot.purchases.statistics;
      return smoothedRepeatRate(repeaters[item] as number, buyers[item] as number, repeatShare);
    },
  },
];
