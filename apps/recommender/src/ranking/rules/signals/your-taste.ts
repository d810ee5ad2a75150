import type { CustomerProfile } from '../candidates/customer-profile.ts';
import { type CategoricalFeature, firstAttribute, priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import { type FeatureGroup, missing, noDifference } from '../features/feature.ts';
import { attributeLift, liftOf } from '../features/lift.ts';
import { fittingItems } from './fitting-items.ts';
import { ownItemsOf } from './similar-items.ts';

/** How well the item's properties fit the customer's purchases. */
const features: FeatureGroup = {
  features: [
    { name: 'type_share', unit: 'share of the history' },
    { name: 'price_band_share', unit: 'share of the history' },
    { name: 'attribute_taste', unit: 'mean share of the history, by attribute' },
    { name: 'type_lift', unit: 'logarithm of the lift after the history' },
    { name: 'price_lift', unit: 'logarithm of the lift after the history' },
    { name: 'attribute_lift', unit: 'logarithm of the lifts after the history, summed' },
    { name: 'price_above_history', unit: 'difference of logarithms' },
    { name: 'price_off_history', unit: 'difference of logarithms by spread' },
  ],
  of: ({ snapshot, profile, expected }) => {
    const { columns } = snapshot.catalogue;
    const { categoricalFeatures, logPrices } = columns;
    const lifts = expected.liftsAfterHistory;
    const attributes = categoricalFeatures.length - firstAttribute;
    const { logPrice } = profile;
    return ({ item }, values) => {
      values.add(shareOf(profile, categoricalFeatures, typeFeature, item));
      values.add(shareOf(profile, categoricalFeatures, priceBandFeature, item));
      let sum = 0;
      for (let index = firstAttribute; index < categoricalFeatures.length; index += 1) {
        sum += shareOf(profile, categoricalFeatures, index, item);
      }
      values.add(profile.basketCount === 0 || attributes === 0 ? missing : sum / attributes);
      values.add(liftOf(columns, lifts, typeFeature, item));
      values.add(liftOf(columns, lifts, priceBandFeature, item));
      values.add(attributeLift(columns, lifts, item));
      if (logPrice === null) {
        values.add(noDifference);
        values.add(missing);
      } else {
        const above = (logPrices[item] as number) - logPrice.mean;
        values.add(above);
        values.add(Math.abs(above) / (logPrice.spread + 0.2));
      }
    };
  },
};

export const yourTaste = fittingItems({
  name: 'your_taste',
  about: {
    finds: 'fit the history, by later purchases',
    evidence: 'ten pairs, a better fit than usual',
  },
  weights: { alone: 0.9, withAnchors: 0.3 },
  liftsOf: ({ expected }) => expected.liftsAfterHistory,
  relatedItems: (context) => ownItemsOf(context).map(({ item }) => item),
  pairsOf: ({ nextPairs }) => nextPairs,
  features,
});

function shareOf(
  { basketCount, shares }: CustomerProfile,
  categoricalFeatures: readonly CategoricalFeature[],
  index: number,
  item: number,
): number {
  if (basketCount === 0) return missing;
  return shares[index]?.[categoricalFeatures[index]?.codes[item] as number] as number;
}
