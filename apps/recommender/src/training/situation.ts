import type { CandidateSet } from '../domain/candidate-set.ts';
import { ExampleBuilder, type RecordedOffers } from './examples.ts';
import { chooseRecipe, type GrowthSettings, growRecipe, type Recipe } from './recipe.ts';
import { hashOf } from './stable-hash.ts';
import type { RankingTask, TaskKind } from './time-slices.ts';
import type { TrainingSet } from './training-set.ts';
import type { TreeEnsemble } from './tree-ensemble.ts';

/** What a slice is for: to grow the trees that are chosen from, to choose, or only to teach the ranker that serves. */
export type SliceRole = 'early' | 'late' | 'after the backtest';

interface GrownSituation {
  readonly recipe: Recipe;
  readonly ensemble: TreeEnsemble;
  /** Of the same recipe, without the slices after the backtest and without what is on record. */
  readonly backtest: TreeEnsemble;
  readonly importance: Float64Array;
}

/** One customer in so many chooses in the late slices, and is not learnt from in the early ones until it is chosen. */
const oneChoosesIn = 3;
const sampled = { foremost: 40, oneIn: 8 };
const whole = { foremost: Number.POSITIVE_INFINITY, oneIn: 1 };

/** What one kind of task teaches, and the trees that it grows. */
export class Situation {
  readonly kind: TaskKind;
  readonly #early = new ExampleBuilder();
  readonly #late = new ExampleBuilder();
  readonly #all = new ExampleBuilder();
  readonly #recorded: RecordedOffers[] = [];
  #backtest: TrainingSet = this.#all.build();

  constructor(kind: TaskKind) {
    this.kind = kind;
  }

  get rowCount(): number {
    return this.#all.rowCount;
  }

  /** Without anything before the reported days there would be no honest backtest. */
  get canBeBacktested(): boolean {
    return this.#backtest.labels.length > 0;
  }

  add(candidates: CandidateSet, task: RankingTask, role: SliceRole, seed: number): void {
    if (task.kind !== this.kind) return;
    this.#all.add(candidates, task, { ...sampled, seed });
    const chooses = hashOf(seed, task.customer) % oneChoosesIn === 0;
    if (role === 'early' && !chooses) this.#early.add(candidates, task, { ...sampled, seed });
    if (role === 'late' && chooses) this.#late.add(candidates, task, { ...whole, seed });
  }

  /** What was added so far is all that the backtest learns from. */
  endOfBacktest(): void {
    this.#backtest = this.#all.build();
  }

  addRecorded(offers: RecordedOffers): void {
    this.#recorded.push(offers);
  }

  grow(
    { seed, boosting }: { seed: number; boosting: Omit<GrowthSettings, 'seed'> },
    done: (step: string, at: number, of: number) => void,
  ): GrownSituation {
    const all = this.#all.build();
    // Of few examples, smaller leaves: otherwise no tree would split.
    const minRowsInLeaf = Math.min(boosting.minRowsInLeaf, Math.ceil(all.labels.length / 100));
    const settings = { ...boosting, minRowsInLeaf, seed };
    const progress = (step: string) => (objective: string, round: number, of: number) =>
      done(`${this.kind}: ${step} ${objective}`, round, of);
    const late = this.#late.build();
    const early = this.#early.build();
    const recipe = chooseRecipe(
      early.labels.length > 0 ? early : this.#backtest,
      late.labels.length > 0 ? late : null,
      settings,
      progress('choose'),
    );
    const backtest = growRecipe(recipe, () => this.#backtest, settings, progress('backtest'));
    for (const offers of this.#recorded) this.#all.addRecorded(offers);
    const withRecorded = this.#all.build();
    // To a pairwise objective they would say that whatever came last is best: what came after it was not heard.
    const setOf = (objective: string) => (objective === 'logistic' ? withRecorded : all);
    const { ensemble, importance } = growRecipe(recipe, setOf, settings, progress('learn'));
    return { recipe, ensemble, backtest: backtest.ensemble, importance };
  }
}
