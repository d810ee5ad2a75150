import { type ScoredNumbers, topK } from '../sparse-accumulator.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';
import { customersAlike, customersAlikeLately } from './customers-alike.ts';
import {
  boughtAfterwards,
  boughtByAnchorBuyers,
  boughtTogether,
  goesWithBaskets,
  historyNeighbours,
} from './item-neighbours.ts';
import { ownRepeats } from './own-repeats.ts';
import { popular, recentlyPopular } from './popularity.ts';
import { sameStyle } from './same-style.ts';
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
const placeOffset = 10;

/** Eligible items in first-stage order, with the rank (from 1; 0 for none) and the score that each source gave them. */
export interface Candidates {
  readonly items: Int32Array;
  readonly firstStageScores: Float32Array;
  /** Row-major: candidates by sources. */
  readonly places: Uint16Array;
  /** Same layout as `places`; relative to the best score of the source's list. */
  readonly scores: Float32Array;
}

/** The union of the lists of all sources, in first-stage order, at most `maxCandidates`. */
export function generateCandidates(context: SourceContext): Candidates {
  const lists = candidateSources.map((source) => source.find(context));
  const { numbers: items, scores: firstStageScores } = fused(lists, context);
  const sources = candidateSources.length;
  const rows = new Map(Array.from(items, (item, row) => [item, row]));
  const places = new Uint16Array(items.length * sources);
  const scores = new Float32Array(items.length * sources);
  for (const [source, list] of lists.entries()) {
    // The best score of a list is 0 when it underflows single precision.
    const best = list.scores[0] || 1;
    for (let place = 0; place < list.numbers.length; place += 1) {
      const row = rows.get(list.numbers[place] as number);
      if (row === undefined) continue;
      places[row * sources + source] = place + 1;
      scores[row * sources + source] = (list.scores[place] as number) / best;
    }
  }
  return { items, firstStageScores, places, scores };
}

/** Weighted reciprocal-rank fusion. */
function fused(lists: readonly ScoredNumbers[], { anchors, items }: SourceContext): ScoredNumbers {
  const situation = anchors.length > 0 ? 'withAnchors' : 'alone';
  for (const [source, { numbers }] of lists.entries()) {
    const weight = candidateSources[source]?.weights[situation] ?? 0;
    if (weight === 0) continue;
    for (let place = 0; place < numbers.length; place += 1)
      items.add(numbers[place] as number, weight / (place + placeOffset));
  }
  const best = topK(items, maxCandidates, () => true);
  items.clear();
  return best;
}
