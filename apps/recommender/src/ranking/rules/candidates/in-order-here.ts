import type { PopularHere } from '../popular-here.ts';
import { signals } from '../signals/signals.ts';
import type { Candidates } from './candidates.ts';
import { withItems } from './with-items.ts';

/** Bestsellers of a place that the signals may not list. */
const mostAdded = 60;

/** The candidates and the eligible products that sell best here, in the order of what sells here. */
export function inOrderHere(
  candidates: Candidates,
  here: PopularHere,
  isEligible: (item: number) => boolean,
): Candidates {
  const best = Array.from(here.items)
    .filter(isEligible)
    .map((item) => ({ item, score: here.scoreOf(item) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, mostAdded);
  const { items, ranks, scores } = withItems(
    candidates,
    best.map(({ item }) => item),
  );
  const scored = Array.from(items, (item, row) => ({ item, row, score: here.scoreOf(item) }));
  scored.sort((one, other) => other.score - one.score || one.row - other.row);
  const total = scored.reduce((sum, { score }) => sum + score, 0);
  const width = signals.length;
  return {
    items: Int32Array.from(scored, ({ item }) => item),
    firstStageScores: Float32Array.from(scored, ({ score }) => score / total),
    ranks: Uint16Array.from(scored.flatMap(({ row }) => [...ranks.subarray(row * width, (row + 1) * width)])),
    scores: Float32Array.from(scored.flatMap(({ row }) => [...scores.subarray(row * width, (row + 1) * width)])),
  };
}
