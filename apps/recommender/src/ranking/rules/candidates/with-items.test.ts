import { signals } from '../signals/signals.ts';
import type { Candidates } from './candidates.ts';
import { withItems } from './with-items.ts';

const signalCount = signals.length;
const candidates: Candidates = {
  items: Int32Array.of(7, 3),
  firstStageScores: Float32Array.of(0.5, 0.25),
  ranks: new Uint16Array(2 * signalCount).fill(1),
  scores: new Float32Array(2 * signalCount).fill(0.5),
};

test('items that no signal listed are added once, with no rank and no score', () => {
  const more = withItems(candidates, [3, 9, 9, 4]);
  expect([...more.items]).toEqual([7, 3, 9, 4]);
  expect([...more.firstStageScores]).toEqual([0.5, 0.25, 0, 0]);
  expect([...more.ranks]).toEqual([...candidates.ranks, ...new Array(2 * signalCount).fill(0)]);
  expect([...more.scores]).toEqual([...candidates.scores, ...new Array(2 * signalCount).fill(0)]);
});

test('the candidates are the same when nothing is added', () => {
  expect(withItems(candidates, [7, 3])).toBe(candidates);
});
