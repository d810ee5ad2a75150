import type { ScoredNumbers } from '../score-board.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';
import { customersAlike } from './customers-alike.ts';
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

/** In the order in which features and masks number them. */
export const candidateSources: readonly CandidateSource[] = [
  ownRepeats,
  boughtTogether,
  boughtByAnchorBuyers,
  historyNeighbours,
  goesWithBaskets,
  boughtAfterwards,
  customersAlike,
  goesWithAnchors,
  taste,
  sameStyle,
  recentlyPopular,
  popular,
];

export const maxCandidates = 200;
/** Added to places, so that the first few of a list do not outweigh agreement among lists. */
const placeOffset = 20;

/** Eligible items in the pre-ranking order, with the place (1 the first, 0 none) and score that each source gave them. */
export interface Candidates {
  readonly items: Int32Array;
  readonly preRankScores: Float32Array;
  /** Row by row: candidates by sources. */
  readonly places: Uint16Array;
  /** As the places; relative to the best of the source's list. */
  readonly scores: Float32Array;
}

/** The union of what all sources bring, best first, at most `maxCandidates`. */
export function generateCandidates(context: SourceContext): Candidates {
  const lists = candidateSources.map((source) => source.find(context));
  const merged = merge(lists, context.anchors.length > 0 ? 'withAnchors' : 'alone');
  const size = Math.min(maxCandidates, merged.length);
  const sources = candidateSources.length;
  const items = new Int32Array(size);
  const preRankScores = new Float32Array(size);
  const rowOf = new Map<number, number>();
  for (const [row, [item, score]] of merged.slice(0, size).entries()) {
    items[row] = item;
    preRankScores[row] = score;
    rowOf.set(item, row);
  }
  const places = new Uint16Array(size * sources);
  const scores = new Float32Array(size * sources);
  for (const [source, list] of lists.entries()) {
    const best = list.scores[0] ?? 1;
    for (const [place, item] of list.numbers.entries()) {
      const row = rowOf.get(item);
      if (row === undefined) continue;
      places[row * sources + source] = place + 1;
      scores[row * sources + source] = (list.scores[place] as number) / best;
    }
  }
  return { items, preRankScores, places, scores };
}

/** Weighted reciprocal-rank fusion; smaller indices first among equals. */
function merge(
  lists: readonly ScoredNumbers[],
  situation: keyof CandidateSource['weights'],
): [item: number, score: number][] {
  const fused = new Map<number, number>();
  for (const [source, { numbers }] of lists.entries()) {
    const weight = candidateSources[source]?.weights[situation] ?? 0;
    for (const [place, item] of numbers.entries()) {
      fused.set(item, (fused.get(item) ?? 0) + weight / (place + placeOffset));
    }
  }
  return [...fused].sort(([one, score], [other, otherScore]) => otherScore - score || one - other);
}
