import { type CategoricalFeature, firstAttribute, typeFeature } from '../catalogue-columns.ts';
import { type FeatureGroup, missing } from '../features/feature.ts';
import type { RankingContext } from '../ranking-context.ts';
import { topK } from '../sparse-accumulator.ts';
import type { Signal } from './signal.ts';

const maxItemsOfStyle = 150;
const maxOwnStyles = 10;

const features: FeatureGroup = {
  features: [{ name: 'anchor_alike', unit: 'share of the attributes' }],
  of: ({ snapshot, anchors }) => {
    const { categoricalFeatures } = snapshot.catalogue.columns;
    const attributes = categoricalFeatures.length - firstAttribute;
    return ({ item }, values) => {
      let most = missing;
      if (attributes > 0) {
        for (const anchor of anchors) {
          most = Math.max(most, attributesInCommon(categoricalFeatures, anchor, item) / attributes);
        }
      }
      values.add(most);
    };
  },
};

export const sameStyle: Signal = {
  name: 'same_style',
  about: {
    finds: 'share all attributes with an anchor or an own product',
    evidence: 'one attribute, all equal',
  },
  weights: { alone: 0.7, withAnchors: 1 },
  find: (context) => {
    const { snapshot, expected, items, isEligible, limit } = context;
    const { categoricalFeatures, styles } = snapshot.catalogue.columns;
    const { byStyle, statistics } = snapshot.purchases;
    const { season } = statistics.trend;
    const types = (expected.afterAnchors ?? expected.afterHistory)?.[typeFeature];
    const typeCodes = categoricalFeatures[typeFeature]?.codes as Uint16Array;
    for (const reference of referencesOf(context)) {
      const style = styles[reference.item] as number;
      const from = byStyle.starts[style] as number;
      const to = Math.min(byStyle.starts[style + 1] as number, from + maxItemsOfStyle);
      for (let index = from; index < to; index += 1) {
        const item = byStyle.items[index] as number;
        const likelihood = types?.[typeCodes[item] as number] ?? 1;
        items.add(item, reference.weight * likelihood * Math.sqrt((season[item] as number) + 0.1));
      }
    }
    const best = topK(items, limit, isEligible);
    items.clear();
    return best;
  },
  explain: (context, item) => {
    const { styles } = context.snapshot.catalogue.columns;
    const style = styles[item] as number;
    if (style === 0) return null;
    // That a product is in the style of itself is no reason.
    const isTheirs = referencesOf(context).some((other) => other.item !== item && styles[other.item] === style);
    return isTheirs ? 'same_style' : null;
  },
  features,
};

function referencesOf({ anchors, profile }: RankingContext): readonly { item: number; weight: number }[] {
  return anchors.length > 0 ? anchors.map((item) => ({ item, weight: 1 })) : profile.own.slice(0, maxOwnStyles);
}

function attributesInCommon(categoricalFeatures: readonly CategoricalFeature[], one: number, other: number): number {
  let count = 0;
  for (let index = firstAttribute; index < categoricalFeatures.length; index += 1) {
    const { codes } = categoricalFeatures[index] as CategoricalFeature;
    if (codes[one] === codes[other]) count += 1;
  }
  return count;
}
