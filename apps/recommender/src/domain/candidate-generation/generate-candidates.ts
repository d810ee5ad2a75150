import { type ScoredNumbers, topK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';
import { customersAlike, customersAlikeLately } from './customers-alike.ts';
import { ownRepeats } from './own-repeats.ts';
import { popular, recentlyPopular } from './popularity.ts';
import { sameStyle } from './same-style.ts';
import {
  boughtAfterwards,
  boughtByAnchorBuyers,
  boughtTogether,
  goesWithBaskets,
  historyNeighbours,
} from './similar-items.ts';
import { goesWithAnchors, taste } from './taste.ts';

/** Features and rank columns number the sources in this order. */
export const candidateSources: readonly CandidateSource[] = [
  ownRepeats,
  boughtTogether,
  boughtByAnchorBuyers,
  historyNeighbours,
  goesWithBaskets,
  boughtAfterwards,
  customersAlike,
  customersAlikeLately,
  goesWithAnchors,
  taste,
  sameStyle,
  recentlyPopular,
  popular,
];

export const maxCandidates = 200;
/** Added to ranks, so that the first few items of one list do not outweigh agreement between lists. */
const rankOffset = 10;

/** Eligible items in first-stage order, with the rank (from 1; 0 for none) and the score that each source gave them. */
export interface Candidates {
  readonly items: Int32Array;
  readonly firstStageScores: Float32Array;
  /** Row-major: candidates by sources. */
  readonly ranks: Uint16Array;
  /** Same layout as `ranks`; relative to the best score of the source's list. */
  readonly scores: Float32Array;
}

/** The union of the lists of all sources, in first-stage order, at most `maxCandidates`. */
export function generateCandidates(context: SourceContext): Candidates {
  const lists = candidateSources.map((source) => source.find(context));
  const { numbers: items, scores: firstStageScores } = fused(lists, context);
  const sources = candidateSources.length;
  const rows = new Map(Array.from(items, (item, row) => [item, row]));
  const ranks = new Uint16Array(items.length * sources);
  const scores = new Float32Array(items.length * sources);
  for (const [source, list] of lists.entries()) {
    // The best score of a list is 0 when it underflows single precision.
    const best = list.scores[0] || 1;
    for (let index = 0; index < list.numbers.length; index += 1) {
      const row = rows.get(list.numbers[index] as number);
      if (row === undefined) continue;
      ranks[row * sources + source] = index + 1;
      scores[row * sources + source] = (list.scores[index] as number) / best;
    }
  }
  return { items, firstStageScores, ranks, scores };
}

/** Weighted reciprocal-rank fusion. */
function fused(lists: readonly ScoredNumbers[], { anchors, items }: SourceContext): ScoredNumbers {
  const segment = anchors.length > 0 ? 'withAnchors' : 'alone';
  for (const [source, { numbers }] of lists.entries()) {
    const weight = candidateSources[source]?.weights[segment] ?? 0;
    if (weight === 0) continue;
    for (let index = 0; index < numbers.length; index += 1)
      items.add(numbers[index] as number, weight / (index + rankOffset));
  }
  const best = topK(items, maxCandidates, () => true);
  items.clear();
  return best;
}
