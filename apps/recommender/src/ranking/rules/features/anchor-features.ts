import { type CategoricalFeature, firstAttribute, priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import { similarityOf } from '../purchase-index/item-similarities.ts';
import { type FeatureGroup, missing, noDifference } from './feature.ts';
import { attributeLift, liftOf } from './lift.ts';

/** How well the item goes with the anchors: the best value over the anchors, unless the unit says otherwise. */
export const anchorFeatures: FeatureGroup = {
  features: [
    { name: 'anchor_together', unit: 'affinity of one basket' },
    { name: 'anchor_also_bought', unit: 'affinity of one customer' },
    { name: 'anchor_type_lift', unit: 'logarithm of the lift in one basket' },
    { name: 'anchor_price_lift', unit: 'logarithm of the lift in one basket' },
    { name: 'anchor_attribute_lift', unit: 'logarithm of the lifts in one basket, summed' },
    { name: 'anchor_same_type', unit: '1 or 0' },
    { name: 'anchor_alike', unit: 'share of the attributes' },
    { name: 'anchor_price_off', unit: 'least difference of logarithms' },
    { name: 'anchor_price_above', unit: 'difference of logarithms from the first anchor' },
  ],
  of: ({ snapshot, expected, anchors }) => {
    const { together, alsoBought } = snapshot.purchases;
    const { types, categoricalFeatures, logPrices } = snapshot.catalogue.columns;
    const attributes = categoricalFeatures.length - firstAttribute;
    const [first] = anchors;
    return ({ item }, values) => {
      const price = logPrices[item] as number;
      let mostTogether = missing;
      let mostAlsoBought = missing;
      let sameType = missing;
      let mostAlike = missing;
      let leastOff = -noDifference;
      for (const anchor of anchors) {
        mostTogether = Math.max(mostTogether, similarityOf(together, anchor, item));
        mostAlsoBought = Math.max(mostAlsoBought, similarityOf(alsoBought, anchor, item));
        sameType = Math.max(sameType, types[anchor] === types[item] ? 1 : 0);
        mostAlike = Math.max(mostAlike, attributesInCommon(categoricalFeatures, anchor, item) / attributes);
        leastOff = Math.min(leastOff, Math.abs((logPrices[anchor] as number) - price));
      }
      values.add(mostTogether);
      values.add(mostAlsoBought);
      values.add(liftOf(snapshot, expected.afterAnchors, typeFeature, item));
      values.add(liftOf(snapshot, expected.afterAnchors, priceBandFeature, item));
      values.add(attributeLift(snapshot, expected.afterAnchors, item));
      values.add(sameType);
      values.add(attributes === 0 ? missing : mostAlike);
      values.add(leastOff);
      values.add(first === undefined ? noDifference : price - (logPrices[first] as number));
    };
  },
};

function attributesInCommon(categoricalFeatures: readonly CategoricalFeature[], one: number, other: number): number {
  let count = 0;
  for (let index = firstAttribute; index < categoricalFeatures.length; index += 1) {
    const { codes } = categoricalFeatures[index] as CategoricalFeature;
    if (codes[one] === codes[other]) count += 1;
  }
  return count;
}
