import { firstAttribute, priceBandFeature, typeFeature } from '../catalogue-columns.ts';
import { type ItemSimilarities, similarityOf } from '../purchase-index/item-similarities.ts';
import { type Feature, type FeatureContext, missing, noDifference } from './feature.ts';
import { attributeLift, liftOf } from './lift.ts';

/** How well the item goes with the anchors: the best value over the anchors, unless the unit says otherwise. */
export const anchorFeatures: readonly Feature[] = [
  {
    name: 'anchor_together',
    unit: 'affinity of one basket',
    of: (context, { item }) => bestSimilarity(context, context.snapshot.purchases.together, item),
  },
  {
    name: 'anchor_also_bought',
    unit: 'affinity of one customer',
    of: (context, { item }) => bestSimilarity(context, context.snapshot.purchases.alsoBought, item),
  },
  {
    name: 'anchor_type_lift',
    unit: 'logarithm of the lift in one basket',
    of: ({ snapshot, expected }, { item }) => liftOf(snapshot, expected.afterAnchors, typeFeature, item),
  },
  {
    name: 'anchor_price_lift',
    unit: 'logarithm of the lift in one basket',
    of: ({ snapshot, expected }, { item }) => liftOf(snapshot, expected.afterAnchors, priceBandFeature, item),
  },
  {
    name: 'anchor_attribute_lift',
    unit: 'logarithm of the lifts in one basket, summed',
    of: ({ snapshot, expected }, { item }) => attributeLift(snapshot, expected.afterAnchors, item),
  },
  {
    name: 'anchor_same_type',
    unit: '1 or 0',
    of: ({ anchors, snapshot }, { item }) => {
      const { types } = snapshot.catalogue.columns;
      return best(anchors, (anchor) => (types[anchor] === types[item] ? 1 : 0));
    },
  },
  {
    name: 'anchor_alike',
    unit: 'share of the attributes',
    of: ({ anchors, snapshot }, { item }) => {
      const { categoricalFeatures } = snapshot.catalogue.columns;
      const count = categoricalFeatures.length - firstAttribute;
      if (count === 0) return missing;
      return best(anchors, (anchor) => {
        let shared = 0;
        for (let index = firstAttribute; index < categoricalFeatures.length; index += 1) {
          const { codes } = categoricalFeatures[index] as (typeof categoricalFeatures)[number];
          if (codes[anchor] === codes[item]) shared += 1;
        }
        return shared / count;
      });
    },
  },
  {
    name: 'anchor_price_off',
    unit: 'least difference of logarithms',
    of: ({ anchors, snapshot }, { item }) => {
      const { logPrices } = snapshot.catalogue.columns;
      const price = logPrices[item] as number;
      return -best(anchors, (anchor) => -Math.abs((logPrices[anchor] as number) - price), noDifference);
    },
  },
  {
    name: 'anchor_price_above',
    unit: 'difference of logarithms from the first anchor',
    of: ({ anchors, snapshot }, { item }) => {
      const { logPrices } = snapshot.catalogue.columns;
      const [anchor] = anchors;
      return anchor === undefined ? noDifference : (logPrices[item] as number) - (logPrices[anchor] as number);
    },
  },
];

function bestSimilarity({ anchors }: FeatureContext, neighbours: ItemSimilarities, item: number): number {
  return best(anchors, (anchor) => similarityOf(neighbours, anchor, item));
}

function best(anchors: readonly number[], of: (anchor: number) => number, none = missing): number {
  let result = none;
  for (const anchor of anchors) result = Math.max(result, of(anchor));
  return result;
}
