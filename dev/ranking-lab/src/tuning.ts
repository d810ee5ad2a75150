import type { Baseline, OwnItems } from './baselines/baseline.ts';
import { scoreTask, summarize } from './evaluation.ts';
import { searchGrid } from './grid-search.ts';
import type { Past } from './past.ts';
import type { Task } from './protocol.ts';
import { type RankedItems, rankItems } from './ranked-items.ts';

/** A slice in the form that baselines use. */
export interface Exercise {
  readonly past: Past;
  /** What is known to baselines that are fitted once a month. */
  readonly monthlyPast: Past;
  /** Popular items of this time, for lists that are too short. */
  readonly fillers: readonly number[];
  readonly tasks: readonly Task[];
}

/** A baseline with its chosen setting. */
export interface TunedBaseline {
  readonly name: string;
  readonly setting: object;
  /** The main metric with this setting, on the tasks that it was chosen by. */
  readonly tuningFigure: number;
  /** Lists of at most `count` items, one per task, without fillers. */
  rank(exercise: Exercise, count: number): RankedItems[];
  /** Whether short lists are filled up with popular items. */
  readonly isFilledUp: boolean;
}

/** A baseline before it is tuned; it hides the type of its settings. */
export interface Contender {
  readonly name: string;
  readonly needsAttributes: boolean;
  /** Chooses the setting with the best main metric. */
  tune(exercises: readonly Exercise[]): TunedBaseline;
}

export function toContender<Setting extends object>(baseline: Baseline<Setting>): Contender {
  const { name, grid, onlyOwnItems = false, needsAttributes = false } = baseline;
  return {
    name,
    needsAttributes,
    tune: (exercises) => {
      const scoresOf = (exercise: Exercise, setting: Setting) =>
        rank(baseline, exercise, setting, listLength).map(({ items }, index) => {
          const task = exercise.tasks[index] as Task;
          return scoreTask(task, onlyOwnItems ? [...items] : fillUp(items, task, exercise.fillers));
        });
      const figureOf = (setting: Setting) =>
        summarize(exercises.flatMap((exercise) => scoresOf(exercise, setting))).mean;
      const { setting: chosen, figure } = searchGrid(grid, figureOf);
      const setting = { ...chosen, ...baseline.afterTuning };
      return {
        name,
        setting,
        tuningFigure: figure,
        rank: (other, count) => rank(baseline, other, setting, count),
        isFilledUp: !onlyOwnItems,
      };
    },
  };
}

const listLength = 10;

/** The list, filled up to ten items with the first fillers that may be recommended. */
export function fillUp(items: Iterable<number>, task: Task, fillers: readonly number[]): number[] {
  const list = [...items].slice(0, listLength);
  for (const item of fillers) {
    if (list.length >= listLength) break;
    if (!list.includes(item) && !task.anchors.includes(item)) list.push(item);
  }
  return list;
}

function rank<Setting extends object>(
  baseline: Baseline<Setting>,
  { past, monthlyPast, tasks }: Exercise,
  setting: Setting,
  count: number,
): RankedItems[] {
  const scoreItems = baseline.fit(baseline.isFittedMonthly ? monthlyPast : past, setting);
  const leavesOwnOut = (setting as Partial<OwnItems>).ownItems === 'left out';
  const scores = new Float64Array(past.itemCount);
  return tasks.map((task) => {
    scores.fill(0);
    scoreItems(task, scores);
    for (const anchor of task.anchors) scores[anchor] = 0;
    if (leavesOwnOut) for (const { items } of task.history) for (const item of items) scores[item] = 0;
    return rankItems(scores, past.buyers, count);
  });
}
