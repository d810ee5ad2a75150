import { candidateSources } from '../candidate-generation/generate-candidates.ts';
import { type Feature, missing } from './feature.ts';

const sourceCount = candidateSources.length;

/** Data of the sources about the item: how many list it, its rank and its score in each list. */
export const sourceFeatures: readonly Feature[] = [
  {
    name: 'sources',
    unit: 'count of sources',
    of: ({ candidates }, { row }) => {
      let count = 0;
      for (let source = 0; source < sourceCount; source += 1) {
        if (candidates.ranks[row * sourceCount + source] !== 0) count += 1;
      }
      return count;
    },
  },
  { name: 'pre_rank_place', unit: 'place from 0', of: (_, { row }) => row },
  {
    name: 'pre_rank_score',
    unit: 'fused score',
    of: ({ candidates }, { row }) => candidates.firstStageScores[row] as number,
  },
  ...candidateSources.flatMap(({ name }, source): Feature[] => [
    {
      name: `${name}_place`,
      unit: 'logarithm of place from 1, 9 for none',
      of: ({ candidates }, { row }) => {
        const rank = candidates.ranks[row * sourceCount + source] as number;
        return rank === 0 ? 9 : Math.log(rank);
      },
    },
    {
      name: `${name}_score`,
      unit: 'share of the best score',
      of: ({ candidates }, { row }) => {
        const index = row * sourceCount + source;
        return candidates.ranks[index] === 0 ? missing : (candidates.scores[index] as number);
      },
    },
  ]),
];
