import { type ScoredNumbers, topK } from '../sparse-accumulator.ts';
import { type CandidateSource, type SourceContext, weightOf } from './candidate-source.ts';
import type { Candidates } from './candidates.ts';
import { customersAlike, customersAlikeLately } from './customers-alike.ts';
import { ownRepeats } from './own-repeats.ts';
import { popular, recentlyPopular } from './popularity.ts';
import { sameStyle } from './same-style.ts';
import {
  boughtAfterwards,
  boughtByAnchorBuyers,
  boughtTogether,
  goesWithBaskets,
  goesWithHistory,
} from './similar-items.ts';
import { goesWithAnchors, taste } from './taste.ts';

/** Features and rank columns number the sources in this order. */
export const candidateSources: readonly CandidateSource[] = [
  ownRepeats,
  boughtTogether,
  boughtByAnchorBuyers,
  goesWithHistory,
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

/** The union of the lists of all sources, in first-stage order, at most `maxCandidates`. */
export function generateCandidates(context: SourceContext): Candidates {
  const lists = candidateSources.map((source) => source.find(context));
  const { numbers: items, scores: firstStageScores } = fused(lists, context);
  const sources = candidateSources.length;
  const rows = new Map<number, number>();
  for (let row = 0; row < items.length; row += 1) rows.set(items[row] as number, row);
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

/** What a source adds to the first-stage score of an item by its rank, from 1, in the list of the source. */
export function partOfScore(source: CandidateSource, rank: number, context: Pick<SourceContext, 'anchors'>): number {
  return weightOf(source, context) / (rank - 1 + rankOffset);
}

/** Weighted reciprocal-rank fusion. */
function fused(lists: readonly ScoredNumbers[], context: SourceContext): ScoredNumbers {
  const { items } = context;
  for (const [index, { numbers }] of lists.entries()) {
    const source = candidateSources[index] as CandidateSource;
    if (weightOf(source, context) === 0) continue;
    numbers.forEach((item, above) => {
      items.add(item, partOfScore(source, above + 1, context));
    });
  }
  const best = topK(items, maxCandidates, () => true);
  items.clear();
  return best;
}
