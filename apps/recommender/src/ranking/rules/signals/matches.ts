import { priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import { type FeatureGroup, missing, noDifference } from '../features/feature.ts';
import { attributeLift, liftOf } from '../features/lift.ts';
import { fittingItems } from './fitting-items.ts';

/** How well the item's properties fit the anchors: the best value over the anchors, unless the unit says otherwise. */
const features: FeatureGroup = {
  features: [
    { name: 'anchor_type_lift', unit: 'logarithm of the lift in one basket' },
    { name: 'anchor_price_lift', unit: 'logarithm of the lift in one basket' },
    { name: 'anchor_attribute_lift', unit: 'logarithm of the lifts in one basket, summed' },
    { name: 'anchor_same_type', unit: '1 or 0' },
    { name: 'anchor_price_off', unit: 'least difference of logarithms' },
    { name: 'anchor_price_above', unit: 'difference of logarithms from the first anchor' },
  ],
  of: ({ snapshot, expected, anchors }) => {
    const { columns } = snapshot.catalogue;
    const { types, logPrices } = columns;
    const lifts = expected.liftsAfterAnchors;
    const [first] = anchors;
    return ({ item }, values) => {
      const price = logPrices[item] as number;
      let sameType = missing;
      let leastOff = -noDifference;
      for (const anchor of anchors) {
        sameType = Math.max(sameType, types[anchor] === types[item] ? 1 : 0);
        leastOff = Math.min(leastOff, Math.abs((logPrices[anchor] as number) - price));
      }
      values.add(liftOf(columns, lifts, typeFeature, item));
      values.add(liftOf(columns, lifts, priceBandFeature, item));
      values.add(attributeLift(columns, lifts, item));
      values.add(sameType);
      values.add(leastOff);
      values.add(first === undefined ? noDifference : price - (logPrices[first] as number));
    };
  },
};

export const matches = fittingItems({
  name: 'matches',
  about: {
    finds: 'fit the anchors in type, price and attributes, by baskets',
    evidence: 'ten pairs, a better fit than usual',
  },
  weights: { alone: 0, withAnchors: 1.6 },
  liftsOf: ({ expected }) => expected.liftsAfterAnchors,
  relatedItems: ({ anchors }) => anchors,
  pairsOf: ({ togetherPairs }) => togetherPairs,
  features,
});
