import { type Feature, type FeatureGroup, missing } from '../features/feature.ts';
import type { ItemSimilarities } from '../purchase-index/item-similarities.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';

/** A feature: the greatest similarity of the item to an anchor. The neighbours of each anchor are read once, not for each candidate. */
export function anchorAffinity(
  feature: Feature,
  similaritiesOf: (snapshot: RankingSnapshot) => ItemSimilarities,
): FeatureGroup {
  return {
    features: [feature],
    of: ({ anchors, candidates, scratch, snapshot }) => {
      const similarities = similaritiesOf(snapshot);
      const most = new Float64Array(candidates.items.length).fill(missing);
      if (anchors.length > 0) {
        for (const anchor of anchors) {
          const end = similarities.starts[anchor + 1] as number;
          for (let index = similarities.starts[anchor] as number; index < end; index += 1) {
            scratch.raise(similarities.items[index] as number, similarities.weights[index] as number);
          }
        }
        for (let row = 0; row < most.length; row += 1) {
          most[row] = scratch.scores[candidates.items[row] as number] as number;
        }
        scratch.clear();
      }
      return ({ row }, values) => values.add(most[row] as number);
    },
  };
}
