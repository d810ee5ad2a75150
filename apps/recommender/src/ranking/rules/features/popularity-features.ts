import { type FeatureGroup, missing } from './feature.ts';

/** How well the item sells to all customers. */
export const popularityFeatures: FeatureGroup = {
  features: [
    { name: 'buyers_share', unit: 'logarithm of buyers per thousand customers' },
    { name: 'week_trend', unit: 'share of the decayed purchases, by the share of all purchases' },
    { name: 'month_trend', unit: 'share of the decayed purchases, by the share of all purchases' },
    { name: 'month_purchases', unit: 'logarithm of purchases decayed with 30 days' },
    { name: 'season_purchases', unit: 'logarithm of purchases decayed with 120 days' },
    { name: 'days_on_sale', unit: 'days since the first purchase' },
    { name: 'days_since_sold', unit: 'days since the last purchase' },
  ],
  of: ({ snapshot }) => {
    const { statistics, lines, today } = snapshot.purchases;
    const { buyers, purchases, trend, firstDays, lastDays } = statistics;
    const { week, month, season } = trend;
    const customers = lines.starts.length;
    return ({ item }, values) => {
      const times = purchases[item] as number;
      values.add(Math.log1p((1000 * (buyers[item] as number)) / customers));
      values.add(((week[item] as number) + 0.1) / (times + 1));
      values.add(((month[item] as number) + 0.1) / (times + 1));
      values.add(Math.log1p(month[item] as number));
      values.add(Math.log1p(season[item] as number));
      values.add(times === 0 ? missing : today - (firstDays[item] as number));
      values.add(times === 0 ? missing : today - (lastDays[item] as number));
    };
  },
};
