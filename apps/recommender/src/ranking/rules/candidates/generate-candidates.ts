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

/** So many are ranked for a request. The first ten offers were as good as with 200: dev/ranking-lab/measured.json. */
export const servedCandidates = 120;
/** A model learns from more, because it ranks worse when it has learnt from fewer. */
export const learntCandidates = 200;
/** Added to ranks, so that the first few items of one list do not outweigh agreement between lists. */
const rankOffset = 10;

/** The union of the lists of all sources, in first-stage order, at most `most`. */
export function generateCandidates(context: SourceContext, most: number): Candidates {
  const lists = candidateSources.map((source) => source.find(context));
  const { numbers: items, scores: firstStageScores } = fused(lists, context, most);
  const sources = candidateSources.length;
  const ranks = new Uint16Array(items.length * sources);
  const scores = new Float32Array(items.length * sources);
  // Rows from 1, because an accumulator holds no zeros.
  const rowsFromOne = context.items;
  for (let row = 0; row < items.length; row += 1) rowsFromOne.add(items[row] as number, row + 1);
  for (let source = 0; source < sources; source += 1) {
    const list = lists[source] as ScoredNumbers;
    // The best score of a list is 0 when it underflows single precision.
    const best = list.scores[0] || 1;
    for (let index = 0; index < list.numbers.length; index += 1) {
      const row = (rowsFromOne.scores[list.numbers[index] as number] as number) - 1;
      if (row === -1) continue;
      ranks[row * sources + source] = index + 1;
      scores[row * sources + source] = (list.scores[index] as number) / best;
    }
  }
  rowsFromOne.clear();
  return { items, firstStageScores, ranks, scores };
}

/** What a source of this weight adds to the first-stage score of an item by its rank, from 1, in the list of the source. */
export function partOfScore(weight: number, rank: number): number {
  return weight / (rank - 1 + rankOffset);
}

/** Weighted reciprocal-rank fusion. */
function fused(lists: readonly ScoredNumbers[], context: SourceContext, most: number): ScoredNumbers {
  const { items } = context;
  for (let index = 0; index < lists.length; index += 1) {
    const { numbers } = lists[index] as ScoredNumbers;
    const weight = weightOf(candidateSources[index] as CandidateSource, context);
    for (let above = 0; above < numbers.length; above += 1) {
      items.add(numbers[above] as number, partOfScore(weight, above + 1));
    }
  }
  const best = topK(items, most, () => true);
  items.clear();
  return best;
}
