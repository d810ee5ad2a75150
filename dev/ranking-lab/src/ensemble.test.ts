import { recommendTogether, tuneEnsemble } from './ensemble.ts';
import type { Task } from './protocol.ts';
import type { RankedItems } from './ranked-items.ts';

const taskOf = (targets: number[]): Task => ({
  id: targets.join(),
  kind: 'next purchase',
  customer: 0,
  history: [],
  anchors: [],
  targets,
  today: 0,
});
const ranked = (...items: number[]): RankedItems => ({
  items: Int32Array.from(items),
  scores: Float64Array.from(items, (_, rank) => 1 / (rank + 1)),
});
const noise = (from: number) => Array.from({ length: 12 }, (_, index) => from + index);

describe('recommendTogether', () => {
  const setting = { scale: { by: 'rank', offset: 1 }, weights: [1, 1] } as const;

  it('ranks an item of two lists before an item of one list', () => {
    expect(recommendTogether(taskOf([1]), [ranked(5, 1), ranked(1, 6)], setting)).toEqual([1, 5, 6]);
  });

  it('leaves out items that only members without a weight list', () => {
    const silent = { ...setting, weights: [1, 0] };
    expect(recommendTogether(taskOf([1]), [ranked(5, 1), ranked(1, 6)], silent)).toEqual([5, 1]);
  });
});

describe('tuneEnsemble', () => {
  const tasks = [taskOf([1]), taskOf([2]), taskOf([3])];
  const knowing = tasks.map(({ targets }) => ranked(...targets, 50));
  const guessing = tasks.map(() => ranked(...noise(100)));

  it('gives a member without information less weight', () => {
    const { weights, tuningFigure } = tuneEnsemble(tasks, [guessing, knowing], [1, 1], 1);
    expect(tuningFigure).toBe(1);
    expect(weights[1]).toBeGreaterThan(weights[0] ?? 0);
  });

  it('is better than each member when they have different information', () => {
    const first = [ranked(1), ranked(...noise(100)), ranked(3)];
    const second = [ranked(...noise(200)), ranked(2), ranked(...noise(200))];
    const { tuningFigure } = tuneEnsemble(tasks, [first, second], [0.6, 0.3], 1);
    expect(tuningFigure).toBeGreaterThan(0.8);
  });

  it('has the figure of its recommendations', () => {
    const setting = tuneEnsemble(tasks, [guessing, knowing], [0.2, 0.9], 1);
    const lists = tasks.map((task, index) =>
      recommendTogether(task, [guessing[index], knowing[index]] as RankedItems[], setting),
    );
    expect(lists.map(([first]) => first)).toEqual([1, 2, 3]);
    expect(setting.tuningFigure).toBe(1);
  });
});
