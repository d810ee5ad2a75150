import { contenders, filler } from './contenders.ts';
import { type ListsOfBaseline, recommendTogether, type TunedEnsemble, tuneEnsemble } from './ensemble.ts';
import { scoreTask, type TaskScore } from './evaluation.ts';
import { lookBack, type Past } from './past.ts';
import type { Period, Slice, Task, Training } from './protocol.ts';
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
 * Tunes every baseline on the first of some periods, and their ensemble on all of them. Measures them on a later one. The
 * weights of the ensemble need more tasks than a setting, because few tasks have a hit.
 */
export function measureBaselines(
  tuning: readonly Period[],
  test: Period,
  seed: number,
  progress: (line: string) => void,
): Measured[] {
  const [latest = test] = tuning;
  const searched = sampleForSearch(latest, seed);
  const popular = filler.tune(searched.map(toExercise));
  const prepare = (period: Period) => fillWithPopular(period.map(toExercise), popular);
  const search = prepare(searched);
  const weighing = prepare(tuning.flat());
  const testing = prepare(test);
  const fitting = contenders.filter(({ needsAttributes }) => !needsAttributes || hasAttributes(test));
  const results = fitting.map((contender) => {
    const start = performance.now();
    const baseline = contender === filler ? popular : contender.tune(search);
    const tuningLists = weighing.flatMap((exercise) => baseline.rank(exercise, listDepth));
    const measured = measureOne(baseline, testing);
    const { tuningFigure, setting } = baseline;
    const seconds = (performance.now() - start) / 1000;
    progress(`${baseline.name}: ${tuningFigure.toFixed(4)} with ${JSON.stringify(setting)} (${seconds.toFixed(0)} s)`);
    return { ...measured, tuningLists, tuningFigure };
  });
  const tuned = tuneEnsemble(
    weighing.flatMap(({ tasks }) => tasks),
    results.map(({ tuningLists }) => tuningLists),
    results.map(({ tuningFigure }) => tuningFigure),
    seed,
  );
  progress(`${ensembleName}: ${tuned.tuningFigure.toFixed(4)} after ${tuned.evaluations} evaluations`);
  const members = results.map(({ measured }) => measured);
  const lists = results.map((result) => result.lists);
  return [
    ...members,
    measureEnsemble(
      tuned,
      testing.flatMap(({ tasks }) => tasks),
      lists,
      members,
    ),
  ];
}

const pasts = new WeakMap<Training, Past>();

/** The results are kept, because slices share the data of a monthly training. */
function pastOf(training: Training): Past {
  const past = pasts.get(training) ?? lookBack(training);
  pasts.set(training, past);
  return past;
}

function toExercise({ training, monthly, tasks }: Slice): Exercise {
  return { past: pastOf(training), monthlyPast: pastOf(monthly), fillers: [], tasks };
}

function fillWithPopular(exercises: readonly Exercise[], popular: TunedBaseline): Exercise[] {
  return exercises.map((exercise) => ({ ...exercise, fillers: fillersOf(popular, exercise) }));
}

function sampleForSearch(period: Period, seed: number): Period {
  const random = createRandom(seed);
  const tasks = period.flatMap((slice) => slice.tasks);
  const targets = tasks.reduce((sum, task) => sum + task.targets.length, 0);
  const drawn = new Set(sample(tasks, Math.ceil((tasks.length * searchTargets) / Math.max(targets, 1)), random));
  return period.map((slice) => ({ ...slice, tasks: slice.tasks.filter((task) => drawn.has(task)) }));
}

function measureOne(baseline: TunedBaseline, exercises: readonly Exercise[]) {
  const start = performance.now();
  const listsOf = exercises.map((exercise) => baseline.rank(exercise, listDepth));
  const seconds = (performance.now() - start) / 1000;
  const scores = exercises.flatMap(({ tasks, fillers }, at) =>
    tasks.map((task, index) => {
      const items = listsOf[at]?.[index]?.items ?? [];
      return scoreTask(task, baseline.isFilledUp ? fillUp(items, task, fillers) : [...items]);
    }),
  );
  const { name, setting, tuningFigure } = baseline;
  const measured: Measured = { name, scores, seconds, tuned: { setting, tuningFigure } };
  return { lists: listsOf.flat(), measured };
}

function measureEnsemble(
  tuned: TunedEnsemble,
  tasks: readonly Task[],
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

function fillersOf(popular: TunedBaseline, exercise: Exercise): readonly number[] {
  const nobody = {
    id: '',
    kind: 'next purchase',
    customer: -1,
    history: [],
    anchors: [],
    targets: [],
    today: exercise.past.today,
  } as const;
  return [...(popular.rank({ ...exercise, tasks: [nobody] }, 2 * listDepth)[0]?.items ?? [])];
}

function hasAttributes([slice]: Period): boolean {
  return new Set(slice?.training.catalogue.items.map(({ articleType }) => articleType)).size > 1;
}
