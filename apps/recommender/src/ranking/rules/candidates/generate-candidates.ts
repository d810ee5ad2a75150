import { type SearchContext, type Signal, weightOf } from '../signals/signal.ts';
import { signals } from '../signals/signals.ts';
import { type ScoredNumbers, topK } from '../sparse-accumulator.ts';
import type { Candidates } from './candidates.ts';

/** So many are ranked for a request. The first ten offers were as good as with 200: dev/ranking-lab/measured.json. */
export const servedCandidates = 120;
/** A model learns from more, because it ranks worse when it has learnt from fewer. */
export const learntCandidates = 200;
/** Added to ranks, so that the first few items of one list do not outweigh agreement between lists. */
const rankOffset = 10;

/** The union of the lists of all signals, in first-stage order, at most `most`. */
export function generateCandidates(context: SearchContext, most: number): Candidates {
  const lists = signals.map((signal) => signal.find(context));
  const { numbers: items, scores: firstStageScores } = fused(lists, context, most);
  const signalCount = signals.length;
  const ranks = new Uint16Array(items.length * signalCount);
  const scores = new Float32Array(items.length * signalCount);
  // Rows from 1, because an accumulator holds no zeros.
  const rowsFromOne = context.items;
  for (let row = 0; row < items.length; row += 1) rowsFromOne.add(items[row] as number, row + 1);
  for (let signal = 0; signal < signalCount; signal += 1) {
    const list = lists[signal] as ScoredNumbers;
    // The best score of a list is 0 when it underflows single precision.
    const best = list.scores[0] || 1;
    for (let index = 0; index < list.numbers.length; index += 1) {
      const row = (rowsFromOne.scores[list.numbers[index] as number] as number) - 1;
      if (row === -1) continue;
      ranks[row * signalCount + signal] = index + 1;
      scores[row * signalCount + signal] = (list.scores[index] as number) / best;
    }
  }
  rowsFromOne.clear();
  return { items, firstStageScores, ranks, scores };
}

/** What a signal of this weight adds to the first-stage score of an item by its rank, from 1, in the list of the signal. */
export function partOfScore(weight: number, rank: number): number {
  return weight / (rank - 1 + rankOffset);
}

/** Weighted reciprocal-rank fusion. */
function fused(lists: readonly ScoredNumbers[], context: SearchContext, most: number): ScoredNumbers {
  const { items } = context;
  for (let index = 0; index < lists.length; index += 1) {
    const { numbers } = lists[index] as ScoredNumbers;
    const weight = weightOf(signals[index] as Signal, context);
    for (let above = 0; above < numbers.length; above += 1) {
      items.add(numbers[above] as number, partOfScore(weight, above + 1));
    }
  }
  const best = topK(items, most, () => true);
  items.clear();
  return best;
}
