import type { LabelledQueries } from '../training-set.ts';
import type { Objective } from './objective.ts';

/** Keeps the base score finite when all rows are relevant or none is. */
const leastShare = 1e-6;

/** Cross entropy of each row on its own: the score is the log-odds that it is relevant (a label above 0). */
export function createLogisticObjective(set: LabelledQueries): Objective {
  const { labels, groups, weights, queryWeights } = set;
  const share = Math.min(Math.max(relevantShare(set), leastShare), 1 - leastShare);
  return {
    baseScore: Math.fround(Math.log(share / (1 - share))),
    queries: Int32Array.from({ length: groups.length - 1 }, (_, query) => query),
    differentiate(queries, scores, gradients, hessians) {
      for (const query of queries) {
        const end = groups[query + 1] as number;
        const queryWeight = queryWeights?.[query] ?? 1;
        for (let row = groups[query] as number; row < end; row += 1) {
          const probability = 1 / (1 + Math.exp(-(scores[row] as number)));
          const weight = queryWeight * (weights === undefined ? 1 : (weights[row] as number));
          gradients[row] = weight * (probability - ((labels[row] as number) > 0 ? 1 : 0));
          hessians[row] = weight * probability * (1 - probability);
        }
      }
    },
  };
}

function relevantShare({ labels, groups, weights, queryWeights }: LabelledQueries): number {
  let relevant = 0;
  let all = 0;
  for (let query = 0; query + 1 < groups.length; query += 1) {
    const queryWeight = queryWeights?.[query] ?? 1;
    for (let row = groups[query] as number; row < (groups[query + 1] as number); row += 1) {
      const weight = queryWeight * (weights === undefined ? 1 : (weights[row] as number));
      all += weight;
      if ((labels[row] as number) > 0) relevant += weight;
    }
  }
  return all > 0 ? relevant / all : 0.5;
}
