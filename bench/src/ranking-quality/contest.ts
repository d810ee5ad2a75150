import { contenders, filler } from './contenders.ts';
import { type ListsOfBaseline, recommendTogether, type TunedEnsemble, tuneEnsemble } from './ensemble.ts';
import { scoreTask, type TaskScore } from './evaluation.ts';
import { lookBack } from './past.ts';
import type { Slice, Task } from './protocol.ts';
import { createRandom, sample } from './random.ts';
import type { RankedItems } from './ranked-items.ts';
import { type Exercise, fillUp, type TunedBaseline } from './tuning.ts';

/** A recommender with its score for each task of the test. */
export interface Measured {
  name: string;
  scores: readonly TaskScore[];
  /** Time to fit and to answer all tasks; for the ensemble, of all its members. */
  seconds: number;
  /** The chosen setting, and its figure on the tuning slice. */
  tuned: object | null;
}

export const ensembleName = 'ensemble';
const listDepth = 200;
// Grids are searched on tuning tasks with about this many targets in total; the ensemble's weights on all tasks.
const searchTargets = 3000;

/**
 * Tunes every baseline on the first of some slices, and their ensemble on all of them. Measures them on a later one. The
 * weights of the ensemble need more tasks than a setting, because few tasks have a hit.
 */
export function measureBaselines(
  tuning: readonly Slice[],
  test: Slice,
  seed: number,
  progress: (line: string) => void,
): Measured[] {
  const exercises = tuning.map(toExercise);
  const testExercise = toExercise(test);
  const [latest = testExercise] = exercises;
  const search = { ...latest, tasks: sampleForSearch(latest.tasks, seed) };
  const fitting = contenders.filter(({ needsAttributes }) => !needsAttributes || hasAttributes(test));
  const popular = filler.tune(search, []);
  const results = fitting.map((contender) => {
    const start = performance.now();
    const baseline = contender === filler ? popular : contender.tune(search, fillersOf(popular, search));
    const tuningLists = exercises.flatMap((exercise) => baseline.rank(exercise, listDepth));
    const measured = measureOne(baseline, testExercise, fillersOf(popular, testExercise));
    const { tuningFigure, setting } = baseline;
    const seconds = (performance.now() - start) / 1000;
    progress(`${baseline.name}: ${tuningFigure.toFixed(4)} with ${JSON.stringify(setting)} (${seconds.toFixed(0)} s)`);
    return { ...measured, tuningLists, tuningFigure };
  });
  const tuned = tuneEnsemble(
    tuning.flatMap(({ tasks }) => tasks),
    results.map(({ tuningLists }) => tuningLists),
    results.map(({ tuningFigure }) => tuningFigure),
    seed,
  );
  progress(`${ensembleName}: ${tuned.tuningFigure.toFixed(4)} after ${tuned.evaluations} evaluations`);
  const members = results.map(({ measured }) => measured);
  const lists = results.map((result) => result.lists);
  return [...members, measureEnsemble(tuned, test, lists, members)];
}

function toExercise({ training, tasks }: Slice): Exercise {
  return { past: lookBack(training), tasks };
}

function sampleForSearch(tasks: readonly Task[], seed: number): Task[] {
  const targets = tasks.reduce((sum, task) => sum + task.targets.length, 0);
  return sample(tasks, Math.ceil((tasks.length * searchTargets) / Math.max(targets, 1)), createRandom(seed));
}

function measureOne(baseline: TunedBaseline, exercise: Exercise, fillers: readonly number[]) {
  const start = performance.now();
  const lists = baseline.rank(exercise, listDepth);
  const seconds = (performance.now() - start) / 1000;
  const scores = exercise.tasks.map((task, index) => {
    const items = lists[index]?.items ?? [];
    return scoreTask(task, baseline.isFilledUp ? fillUp(items, task, fillers) : [...items]);
  });
  const { name, setting, tuningFigure } = baseline;
  const measured: Measured = { name, scores, seconds, tuned: { setting, tuningFigure } };
  return { lists, measured };
}

function measureEnsemble(
  tuned: TunedEnsemble,
  { tasks }: Slice,
  lists: readonly ListsOfBaseline[],
  members: readonly Measured[],
): Measured {
  const scores = tasks.map((task, index) => {
    const own = lists.map((ofBaseline) => ofBaseline[index] as RankedItems);
    return scoreTask(
      task,
      recommendTogether(task, own, tuned),
      own.flatMap(({ items }) => [...items]),
    );
  });
  const weights = Object.fromEntries(members.map(({ name }, index) => [name, tuned.weights[index] ?? 0]));
  const seconds = members.reduce((sum, member) => sum + member.seconds, 0);
  return { name: ensembleName, scores, seconds, tuned: { ...tuned, weights } };
}

function fillersOf(popular: TunedBaseline, { past }: Exercise): readonly number[] {
  const nobody = {
    id: '',
    kind: 'next purchase',
    customer: -1,
    history: [],
    anchors: [],
    targets: [],
    today: past.today,
  } as const;
  return [...(popular.rank({ past, tasks: [nobody] }, 2 * listDepth)[0]?.items ?? [])];
}

function hasAttributes({ training }: Slice): boolean {
  return new Set(training.catalogue.items.map(({ articleType }) => articleType)).size > 1;
}
