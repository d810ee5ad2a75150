import { compareMeans, scoreTask, summarize, type TaskScore } from './evaluation.ts';
import type { Task } from './protocol.ts';

const task: Task = {
  id: 'ann 20',
  kind: 'anchors',
  customer: 0,
  history: [{ day: 10, items: [7] }],
  anchors: [1],
  targets: [2, 7],
  today: 20,
};

describe('scoreTask', () => {
  it('gives the full score to a list that starts with the targets', () => {
    expect(scoreTask(task, [7, 2, 3])).toEqual({
      id: 'ann 20',
      recall: 1,
      ndcg: 1,
      repeats: 1,
      newItems: (1 + 1 / Math.log2(3)) / 2,
      candidateRecall: null,
    });
  });

  it('discounts by rank and uses only ten items', () => {
    const list = [10, 11, 12, 13, 14, 15, 16, 17, 18, 2, 7];
    const best = 1 + 1 / Math.log2(3);
    expect(scoreTask(task, list).recall).toBe(0.5);
    expect(scoreTask(task, list).ndcg).toBeCloseTo(1 / Math.log2(11) / best, 12);
  });

  it('has no figure for repeats when nothing was bought again', () => {
    expect(scoreTask({ ...task, targets: [2] }, [2])).toMatchObject({ repeats: null, newItems: 1 });
  });

  it('gives the share of the targets that were candidates', () => {
    expect(scoreTask(task, [3], [3, 3, 7, 9]).candidateRecall).toBe(0.5);
    expect(summarize([scoreTask(task, [3], [2, 7]), scoreTask(task, [3], [])]).candidateRecall).toBe(0.5);
  });

  it('refuses lists with an anchor or an item twice', () => {
    expect(() => scoreTask(task, [1, 2])).toThrow('an anchor');
    expect(() => scoreTask(task, [2, 2])).toThrow('twice');
  });
});

const scored = (id: string, recall: number): TaskScore => ({
  ...scoreTask({ ...task, id }, []),
  recall,
  ndcg: recall,
});

it('the mean of repeats includes only the tasks that have some', () => {
  const figures = summarize([scoreTask(task, [7]), scoreTask({ ...task, targets: [2] }, [2])]);
  expect(figures).toMatchObject({ tasks: 2, recall: 0.75, repeats: 1, newItems: 0.5 });
});

describe('compareMeans', () => {
  const theirs = Array.from({ length: 50 }, (_, n) => scored(`task ${n}`, n % 5 === 0 ? 0.5 : 0.25));

  it('equals the factor when each task is better by this factor', () => {
    const ours = theirs.map(({ id, recall }) => scored(id, recall * 1.5));
    const { ratio, low, high } = compareMeans(ours, theirs, 1);
    for (const figure of [ratio, low, high]) expect(figure).toBeCloseTo(1.5, 12);
  });

  it('gives an interval around the ratio when tasks differ', () => {
    const ours = theirs.map(({ id }, n) => scored(id, n % 2));
    const { ratio, low, high } = compareMeans(ours, theirs, 1);
    expect(low).toBeLessThan(ratio);
    expect(high).toBeGreaterThan(ratio);
  });

  it('refuses scores of different tasks', () => {
    expect(() => compareMeans([scored('one', 1)], [scored('other', 1)], 1)).toThrow('one');
  });
});
