import type { TrainingSet, TreeEnsemble } from '@callside/boosting';
import type { CandidateSet } from '../domain/candidate-set.ts';
import { ExampleBuilder, type RecordedOffers } from './examples.ts';
import { chooseRecipe, type GrowthSettings, growRecipe, type Recipe } from './recipe.ts';
import { hashOf } from './stable-hash.ts';
import type { RankingTask, TaskKind } from './time-slices.ts';

/** The use of a slice: to grow the trees to choose from, to choose, or only to train the ranker that serves. */
export type SliceRole = 'early' | 'late' | 'after the backtest';

interface GrownSegment {
  readonly recipe: Recipe;
  readonly ensemble: TreeEnsemble;
  /** Of the same recipe, without the slices after the backtest and without recorded offers. */
  readonly backtest: TreeEnsemble;
  readonly importance: Float64Array;
}

/** One customer in this many is used to choose: their late tasks validate, and their early tasks train no trees to choose from. */
const oneChoosesIn = 3;
const sampled = { foremost: 40, oneIn: 8 };
const whole = { foremost: Number.POSITIVE_INFINITY, oneIn: 1 };

/** A query segment: collects the examples of one kind of task and grows its trees. */
export class QuerySegment {
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

  /** Without examples from before the reported days, there is no fair backtest. */
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

  /** The backtest learns only from what was added before this call. */
  endOfBacktest(): void {
    this.#backtest = this.#all.build();
  }

  addRecorded(offers: RecordedOffers): void {
    this.#recorded.push(offers);
  }

  grow(
    { seed, boosting }: { seed: number; boosting: Omit<GrowthSettings, 'seed'> },
    done: (step: string, at: number, of: number) => void,
  ): GrownSegment {
    const all = this.#all.build();
    // With few examples, smaller leaves: otherwise no tree would split.
    const minRowsInLeaf = Math.min(boosting.minRowsInLeaf, Math.ceil(all.labels.length / 100));
    const settings = { ...boosting, minRowsInLeaf, seed };
    const progress = (step: string) => (trees: number, of: number) => done(`${this.kind}: ${step}`, trees, of);
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
    // From recorded offers, a pairwise objective would learn that the last one is the best: later ones were not heard.
    const setOf = (objective: string) => (objective === 'logistic' ? withRecorded : all);
    const { ensemble, importance } = growRecipe(recipe, setOf, settings, progress('learn'));
    return { recipe, ensemble, backtest: backtest.ensemble, importance };
  }
}
