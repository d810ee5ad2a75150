import type { FeatureGroup } from '../features/feature.ts';
import { bestsellers } from './bestsellers.ts';

const features: FeatureGroup = {
  features: [
    { name: 'buyers_share', unit: 'logarithm of buyers per thousand customers' },
    { name: 'season_purchases', unit: 'logarithm of purchases decayed with 120 days' },
  ],
  of: ({ snapshot }) => {
    const { statistics, lines } = snapshot.purchases;
    const { buyers, trend } = statistics;
    const customers = lines.starts.length;
    return ({ item }, values) => {
      values.add(Math.log1p((1000 * (buyers[item] as number)) / customers));
      values.add(Math.log1p(trend.season[item] as number));
    };
  },
};

export const popular = bestsellers({
  name: 'popular',
  about: {
    finds: 'most customers bought; lists every product',
    evidence: 'two other customers',
  },
  weights: { alone: 0.3, withAnchors: 0.3 },
  ranking: ({ popularOrder, buyers }) => ({ order: popularOrder, scores: buyers }),
  evidenceDays: Number.POSITIVE_INFINITY,
  features,
});
