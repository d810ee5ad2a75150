import { type CategoricalFeature, firstAttribute, priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import type { ItemSimilarities } from '../purchase-index/item-similarities.ts';
import { type FeatureContext, type FeatureGroup, missing, noDifference } from './feature.ts';
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
  of: (context) => {
    const { snapshot, expected, anchors } = context;
    const together = mostSimilar(context, snapshot.purchases.together);
    const alsoBought = mostSimilar(context, snapshot.purchases.alsoBought);
    const { columns } = snapshot.catalogue;
    const { types, categoricalFeatures, logPrices } = columns;
    const lifts = expected.liftsAfterAnchors;
    const attributes = categoricalFeatures.length - firstAttribute;
    const [first] = anchors;
    return ({ row, item }, values) => {
      const price = logPrices[item] as number;
      let sameType = missing;
      let mostAlike = missing;
      let leastOff = -noDifference;
      for (const anchor of anchors) {
        sameType = Math.max(sameType, types[anchor] === types[item] ? 1 : 0);
        mostAlike = Math.max(mostAlike, attributesInCommon(categoricalFeatures, anchor, item) / attributes);
        leastOff = Math.min(leastOff, Math.abs((logPrices[anchor] as number) - price));
      }
      values.add(together[row] as number);
      values.add(alsoBought[row] as number);
      values.add(liftOf(columns, lifts, typeFeature, item));
      values.add(liftOf(columns, lifts, priceBandFeature, item));
      values.add(attributeLift(columns, lifts, item));
      values.add(sameType);
      values.add(attributes === 0 ? missing : mostAlike);
      values.add(leastOff);
      values.add(first === undefined ? noDifference : price - (logPrices[first] as number));
    };
  },
};

/** By candidate: its greatest similarity to an anchor. The neighbours of each anchor are read once, not once for each candidate. */
function mostSimilar({ anchors, candidates, scratch }: FeatureContext, similarities: ItemSimilarities): Float64Array {
  const most = new Float64Array(candidates.items.length).fill(anchors.length === 0 ? missing : 0);
  if (anchors.length === 0) return most;
  for (const anchor of anchors) {
    const end = similarities.starts[anchor + 1] as number;
    for (let index = similarities.starts[anchor] as number; index < end; index += 1) {
      scratch.raise(similarities.items[index] as number, similarities.weights[index] as number);
    }
  }
  for (let row = 0; row < most.length; row += 1) most[row] = scratch.scores[candidates.items[row] as number] as number;
  scratch.clear();
  return most;
}

function attributesInCommon(categoricalFeatures: readonly CategoricalFeature[], one: number, other: number): number {
  let count = 0;
  for (let index = firstAttribute; index < categoricalFeatures.length; index += 1) {
    const { codes } = categoricalFeatures[index] as CategoricalFeature;
    if (codes[one] === codes[other]) count += 1;
  }
  return count;
}
