import { discountAt } from '../metrics/ranking-metrics.ts';
import { countRelevant, type LabelledQueries } from '../training-set.ts';
import type { Objective } from './objective.ts';
import { sortByScore } from './score-order.ts';

/** NDCG is taken at 10. Pairs count when one of the two is among the first 20, so that rows can move up into the 10. */
const cutoff = 10;
const truncation = 20;

/** The rows of one query in the order of their scores, with their derivatives: one array entry per rank. */
interface RankedQuery {
  readonly scores: Float64Array;
  readonly gains: Float64Array;
  readonly weights: Float64Array;
  /** Ranks with a gain above 0, ascending; the first `relevantCount` of them are set. */
  readonly relevantRanks: Int32Array;
  relevantCount: number;
  rowCount: number;
  scoresDiffer: boolean;
  /** Discounted gain of the best possible order. */
  idealGain: number;
  readonly discounts: Float64Array;
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

/**
 * LambdaMART: each pair of rows with different labels adds a gradient, its lambda, to its two scores. It grows with the change of NDCG
 * when the two are exchanged. As in LightGBM with `lambdarank_norm`, a pair counts less the further its scores are apart.
 * The weight of a pair is the product of the weights of its two rows: if one in eight rows is kept with a weight of 8, its pairs
 * also represent the pairs of the dropped rows. The gradients of a query are scaled to the logarithm of their sum, so that long
 * lists do not outweigh the others, and by the weight of the query.
 * Relevant items without a row count in the ideal list with a label of 1.
 */
export function createLambdarankObjective(set: LabelledQueries): Objective {
  const { labels, groups, weights, queryWeights } = set;
  const gains = Float64Array.from(labels, gainOf);
  const ideals = idealGains(set);
  let longest = 0;
  for (let query = 0; query < ideals.length; query += 1) {
    longest = Math.max(longest, (groups[query + 1] as number) - (groups[query] as number));
  }
  // Kept between rounds: the order of one round is almost the order of the next.
  const order = Int32Array.from(labels, (_, row) => row);
  const spare = new Int32Array(longest);
  const ranked: RankedQuery = {
    scores: new Float64Array(longest),
    gains: new Float64Array(longest),
    weights: new Float64Array(longest).fill(1),
    relevantRanks: new Int32Array(longest),
    relevantCount: 0,
    rowCount: 0,
    scoresDiffer: false,
    idealGain: 0,
    discounts: Float64Array.from({ length: longest }, (_, rank) => discountAt(rank)),
    gradients: new Float64Array(longest),
    hessians: new Float64Array(longest),
  };

  return {
    baseScore: 0,
    queries: Int32Array.from({ length: ideals.length }, (_, query) => query).filter((query) =>
      hasPairs(labels.subarray(groups[query], groups[query + 1])),
    ),
    differentiate(queries, scores, gradients, hessians) {
      for (const query of queries) {
        const rows = order.subarray(groups[query], groups[query + 1]);
        sortByScore(rows, scores, spare);
        rankRows(ranked, rows, scores, { gains, weights });
        ranked.idealGain = ideals[query] as number;
        const sum = addPairs(ranked);
        const scale = (queryWeights?.[query] ?? 1) * (sum > 0 ? Math.log2(1 + sum) / sum : 1);
        for (let rank = 0; rank < rows.length; rank += 1) {
          const row = rows[rank] as number;
          gradients[row] = scale * (ranked.gradients[rank] as number);
          hessians[row] = scale * (ranked.hessians[rank] as number);
        }
      }
    },
  };
}

function rankRows(
  ranked: RankedQuery,
  rows: Int32Array,
  scores: Float32Array,
  { gains, weights }: { gains: Float64Array; weights: Float32Array | undefined },
): void {
  ranked.rowCount = rows.length;
  ranked.relevantCount = 0;
  for (let rank = 0; rank < rows.length; rank += 1) {
    const row = rows[rank] as number;
    const gain = gains[row] as number;
    ranked.scores[rank] = scores[row] as number;
    ranked.gains[rank] = gain;
    if (weights !== undefined) ranked.weights[rank] = weights[row] as number;
    if (gain > 0) {
      ranked.relevantRanks[ranked.relevantCount] = rank;
      ranked.relevantCount += 1;
    }
  }
  ranked.scoresDiffer = ranked.scores[0] !== ranked.scores[rows.length - 1];
}

function gainOf(label: number): number {
  return 2 ** label - 1;
}

/** A query whose rows all have the same label has no pairs. */
function hasPairs(labels: Float32Array): boolean {
  return labels.some((label) => label !== labels[0]);
}

function idealGains(set: LabelledQueries): Float64Array {
  const { labels, groups } = set;
  return Float64Array.from(countRelevant(set), (relevantCount, query) => {
    const found = labels.subarray(groups[query], groups[query + 1]).filter((label) => label > 0);
    const elsewhere = new Float32Array(Math.max(0, relevantCount - found.length)).fill(1);
    const best = [...found, ...elsewhere].sort((label, other) => other - label).slice(0, cutoff);
    return best.reduce((sum, label, rank) => sum + gainOf(label) * discountAt(rank), 0);
  });
}

/** Sets the derivatives of every rank to the sums over its pairs. Returns the sum of the absolute gradients of all pairs. */
function addPairs(ranked: RankedQuery): number {
  const { gains, gradients, hessians, relevantRanks, relevantCount, rowCount } = ranked;
  gradients.fill(0, 0, rowCount);
  hessians.fill(0, 0, rowCount);
  let sum = 0;
  let next = 0;
  for (let upper = 0; upper < Math.min(truncation, rowCount); upper += 1) {
    while (next < relevantCount && (relevantRanks[next] as number) <= upper) next += 1;
    if (gains[upper] === 0) {
      // Most rows have a gain of 0, and two of them do not form a pair.
      for (let at = next; at < relevantCount; at += 1) {
        sum += addPair(ranked, upper, relevantRanks[at] as number);
      }
    } else {
      for (let lower = upper + 1; lower < rowCount; lower += 1) {
        if (gains[upper] !== gains[lower]) sum += addPair(ranked, upper, lower);
      }
    }
  }
  return sum;
}

/** Adds the derivatives of one pair to its two ranks, and returns the sum of its absolute gradients. */
function addPair(ranked: RankedQuery, upper: number, lower: number): number {
  const { scores, gains, weights, discounts, gradients, hessians } = ranked;
  const gainDifference = (gains[upper] as number) - (gains[lower] as number);
  const better = gainDifference > 0 ? upper : lower;
  const worse = gainDifference > 0 ? lower : upper;
  const scoreDifference = (scores[better] as number) - (scores[worse] as number);
  const discount = (discounts[upper] as number) - (discounts[lower] as number);
  const rowWeights = (weights[upper] as number) * (weights[lower] as number);
  const ndcgChange = (rowWeights * Math.abs(gainDifference) * discount) / ranked.idealGain;
  const wrongOrderProbability = 1 / (1 + Math.exp(scoreDifference));
  const pairWeight = ranked.scoresDiffer ? ndcgChange / (0.01 + Math.abs(scoreDifference)) : ndcgChange;
  const lambda = pairWeight * wrongOrderProbability;
  const hessian = lambda * (1 - wrongOrderProbability);
  gradients[better] = (gradients[better] as number) - lambda;
  gradients[worse] = (gradients[worse] as number) + lambda;
  hessians[better] = (hessians[better] as number) + hessian;
  hessians[worse] = (hessians[worse] as number) + hessian;
  return 2 * lambda;
}
