import { signals } from '../signals/signals.ts';
import type { Candidates } from './candidates.ts';

/** The candidates and further items, which no signal listed; those that are candidates already are not added again. */
export function withItems(candidates: Candidates, further: readonly number[]): Candidates {
  const { items, firstStageScores, ranks, scores } = candidates;
  const added = [...new Set(further)].filter((item) => !items.includes(item));
  if (added.length === 0) return candidates;
  const cells = new Array<number>(added.length * signals.length).fill(0);
  return {
    items: Int32Array.from([...items, ...added]),
    firstStageScores: Float32Array.from([...firstStageScores, ...added.map(() => 0)]),
    ranks: Uint16Array.from([...ranks, ...cells]),
    scores: Float32Array.from([...scores, ...cells]),
  };
}
