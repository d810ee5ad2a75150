import type { CustomerProfile } from '../candidate-generation/customer-profile.ts';
import { type CatalogueColumns, firstAttribute, priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import { type Feature, missing, noDifference } from './feature.ts';
import { attributeLift, liftOf } from './lift.ts';

/** How well the item's properties fit the customer's purchases. */
export const tasteFeatures: readonly Feature[] = [
  {
    name: 'type_share',
    unit: 'share of the history',
    of: ({ snapshot, profile }, { item }) => shareOf(profile, snapshot.catalogue.columns, typeFeature, item),
  },
  {
    name: 'price_band_share',
    unit: 'share of the history',
    of: ({ snapshot, profile }, { item }) => shareOf(profile, snapshot.catalogue.columns, priceBandFeature, item),
  },
  {
    name: 'attribute_taste',
    unit: 'mean share of the history, by attribute',
    of: ({ snapshot, profile }, { item }) => {
      const { columns } = snapshot.catalogue;
      const count = columns.categoricalFeatures.length - firstAttribute;
      if (profile.basketCount === 0 || count === 0) return missing;
      let sum = 0;
      for (let index = firstAttribute; index < columns.categoricalFeatures.length; index += 1) {
        sum += shareOf(profile, columns, index, item);
      }
      return sum / count;
    },
  },
  {
    name: 'type_lift',
    unit: 'logarithm of the lift after the history',
    of: ({ snapshot, expected }, { item }) => liftOf(snapshot, expected.afterHistory, typeFeature, item),
  },
  {
    name: 'price_lift',
    unit: 'logarithm of the lift after the history',
    of: ({ snapshot, expected }, { item }) => liftOf(snapshot, expected.afterHistory, priceBandFeature, item),
  },
  {
    name: 'attribute_lift',
    unit: 'logarithm of the lifts after the history, summed',
    of: ({ snapshot, expected }, { item }) => attributeLift(snapshot, expected.afterHistory, item),
  },
  {
    name: 'price_above_history',
    unit: 'difference of logarithms',
    of: ({ snapshot, profile }, { item }) =>
      profile.logPrice === null
        ? noDifference
        : (snapshot.catalogue.columns.logPrices[item] as number) - profile.logPrice.mean,
  },
  {
    name: 'price_off_history',
    unit: 'difference of logarithms by spread',
    of: ({ snapshot, profile }, { item }) =>
      profile.logPrice === null
        ? missing
        : Math.abs((snapshot.catalogue.columns.logPrices[item] as number) - profile.logPrice.mean) /
          (profile.logPrice.spread + 0.2),
  },
];

function shareOf(
  profile: CustomerProfile,
  { categoricalFeatures }: CatalogueColumns,
  index: number,
  item: number,
): number {
  if (profile.basketCount === 0) return missing;
  return profile.shares[index]?.[categoricalFeatures[index]?.codes[item] as number] as number;
}
