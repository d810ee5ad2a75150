import { candidateSources } from '../candidates/generate-candidates.ts';
import { type FeatureGroup, missing } from './feature.ts';

const sourceCount = candidateSources.length;
const placeOfNone = 9;

/** Data of the sources about the item: how many list it, its rank and its score in each list. */
export const sourceFeatures: FeatureGroup = {
  features: [
    { name: 'sources', unit: 'count of sources' },
    { name: 'pre_rank_place', unit: 'place from 0' },
    { name: 'pre_rank_score', unit: 'fused score' },
    ...candidateSources.flatMap(({ name }) => [
      { name: `${name}_place`, unit: 'logarithm of place from 1, 9 for none' },
      { name: `${name}_score`, unit: 'share of the best score' },
    ]),
  ],
  of: ({ candidates }) => {
    const { ranks, scores, firstStageScores } = candidates;
    return ({ row }, values) => {
      const from = row * sourceCount;
      let listings = 0;
      for (let index = from; index < from + sourceCount; index += 1) if (ranks[index] !== 0) listings += 1;
      values.add(listings);
      values.add(row);
      values.add(firstStageScores[row] as number);
      for (let index = from; index < from + sourceCount; index += 1) {
        const rank = ranks[index] as number;
        values.add(rank === 0 ? placeOfNone : Math.log(rank));
        values.add(rank === 0 ? missing : (scores[index] as number));
      }
    };
  },
};
