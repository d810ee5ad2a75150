import { type FeatureGroup, missing } from '../features/feature.ts';
import { bestsellers } from './bestsellers.ts';
import { recentDays } from './evidence.ts';

const features: FeatureGroup = {
  features: [
    { name: 'week_trend', unit: 'share of the decayed purchases, by the share of all purchases' },
    { name: 'month_trend', unit: 'share of the decayed purchases, by the share of all purchases' },
    { name: 'month_purchases', unit: 'logarithm of purchases decayed with 30 days' },
    { name: 'days_since_sold', unit: 'days since the last purchase' },
  ],
  of: ({ snapshot }) => {
    const { statistics, today } = snapshot.purchases;
    const { purchases, trend, lastDays } = statistics;
    const { week, month } = trend;
    return ({ item }, values) => {
      const times = purchases[item] as number;
      values.add(((week[item] as number) + 0.1) / (times + 1));
      values.add(((month[item] as number) + 0.1) / (times + 1));
      values.add(Math.log1p(month[item] as number));
      values.add(times === 0 ? missing : today - (lastDays[item] as number));
    };
  },
};

export const popularNow = bestsellers({
  name: 'popular_now',
  about: {
    finds: 'sold most in the last weeks',
    evidence: 'two other customers in 30 days',
  },
  weights: { alone: 1, withAnchors: 0.1 },
  ranking: ({ recentOrder, trend }) => ({ order: recentOrder, scores: trend.month }),
  evidenceDays: recentDays,
  features,
});
