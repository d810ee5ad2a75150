import { typeFeature } from '../catalogue-columns.ts';
import { topK } from '../sparse-accumulator.ts';
import type { CandidateSource } from './candidate-source.ts';

const maxItemsOfStyle = 150;
export const maxOwnStyles = 10;

/** Items with exactly the attributes of an anchor or, without anchors, of an item that the customer bought. */
export const sameStyle: CandidateSource = {
  name: 'same_style',
  weights: { alone: 0.7, withAnchors: 1 },
  find: ({ snapshot, profile, anchors, expected, items, isEligible, limit }) => {
    const { categoricalFeatures, styles } = snapshot.catalogue.columns;
    const { byStyle, statistics } = snapshot.purchases;
    const [, , season] = statistics.trend;
    const types = (expected.afterAnchors ?? expected.afterHistory)?.[typeFeature];
    const typeCodes = categoricalFeatures[typeFeature]?.codes as Uint16Array;
    const collect = (reference: number, weight: number) => {
      const style = styles[reference] as number;
      const from = byStyle.starts[style] as number;
      const to = Math.min(byStyle.starts[style + 1] as number, from + maxItemsOfStyle);
      for (let index = from; index < to; index += 1) {
        const item = byStyle.items[index] as number;
        const likelihood = types?.[typeCodes[item] as number] ?? 1;
        items.add(item, weight * likelihood * Math.sqrt((season[item] as number) + 0.1));
      }
    };
    for (const anchor of anchors) collect(anchor, 1);
    if (anchors.length === 0) for (const own of profile.own.slice(0, maxOwnStyles)) collect(own.item, own.weight);
    const best = topK(items, limit, isEligible);
    items.clear();
    return best;
  },
};
