import { type Feature, missing } from './feature.ts';

/** How well the item sells to all customers. */
export const popularityFeatures: readonly Feature[] = [
  {
    name: 'buyers_share',
    unit: 'logarithm of buyers per thousand customers',
    of: ({ snapshot }, { item }) => {
      const { statistics, lines } = snapshot.purchases;
      return Math.log1p((1000 * (statistics.buyers[item] as number)) / lines.starts.length);
    },
  },
  {
    name: 'week_trend',
    unit: 'share of the decayed purchases, by the share of all purchases',
    of: (context, { item }) => trendOf(context.snapshot.purchases.statistics, 0, item),
  },
  {
    name: 'month_trend',
    unit: 'share of the decayed purchases, by the share of all purchases',
    of: (context, { item }) => trendOf(context.snapshot.purchases.statistics, 1, item),
  },
  {
    name: 'month_purchases',
    unit: 'logarithm of purchases decayed with 30 days',
    of: ({ snapshot }, { item }) => Math.log1p(snapshot.purchases.statistics.trend[1][item] as number),
  },
  {
    name: 'season_purchases',
    unit: 'logarithm of purchases decayed with 120 days',
    of: ({ snapshot }, { item }) => Math.log1p(snapshot.purchases.statistics.trend[2][item] as number),
  },
  {
    name: 'days_on_sale',
    unit: 'days since the first purchase',
    of: ({ snapshot }, { item }) => {
      const { statistics, today } = snapshot.purchases;
      return statistics.purchases[item] === 0 ? missing : today - (statistics.firstDays[item] as number);
    },
  },
  {
    name: 'days_since_sold',
    unit: 'days since the last purchase',
    of: ({ snapshot }, { item }) => {
      const { statistics, today } = snapshot.purchases;
      return statistics.purchases[item] === 0 ? missing : today - (statistics.lastDays[item] as number);
    },
  },
];

function trendOf(
  { trend, purchases }: { trend: readonly Float32Array[]; purchases: Int32Array },
  window: number,
  item: number,
): number {
  return ((trend[window]?.[item] as number) + 0.1) / ((purchases[item] as number) + 1);
}
