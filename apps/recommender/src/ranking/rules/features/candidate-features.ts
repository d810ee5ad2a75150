import { signals } from '../signals/signals.ts';
import { type FeatureGroup, missing } from './feature.ts';

const signalCount = signals.length;
const placeOfNone = 9;

/** The item among the candidates: how many signals list it, its place, and its rank and its score in the list of each signal. */
export const candidateFeatures: FeatureGroup = {
  features: [
    { name: 'signals', unit: 'count of signals' },
    { name: 'pre_rank_place', unit: 'place from 0' },
    { name: 'pre_rank_score', unit: 'fused score' },
    { name: 'days_on_sale', unit: 'days since the first purchase' },
    ...signals.flatMap(({ name }) => [
      { name: `${name}_place`, unit: 'logarithm of place from 1, 9 for none' },
      { name: `${name}_score`, unit: 'share of the best score' },
    ]),
  ],
  of: ({ candidates, snapshot }) => {
    const { ranks, scores, firstStageScores } = candidates;
    const { statistics, today } = snapshot.purchases;
    const { purchases, firstDays } = statistics;
    return ({ row, item }, values) => {
      const from = row * signalCount;
      let listings = 0;
      for (let index = from; index < from + signalCount; index += 1) if (ranks[index] !== 0) listings += 1;
      values.add(listings);
      values.add(row);
      values.add(firstStageScores[row] as number);
      values.add(purchases[item] === 0 ? missing : today - (firstDays[item] as number));
      for (let index = from; index < from + signalCount; index += 1) {
        const rank = ranks[index] as number;
        values.add(rank === 0 ? placeOfNone : Math.log(rank));
        values.add(rank === 0 ? missing : (scores[index] as number));
      }
    };
  },
};
