import type { TrainingSet, TreeEnsemble } from '@callside/boosting';
import type { CandidateSet } from '../domain/candidate-set.ts';
import { ExampleBuilder, type RecordedOffers } from './examples.ts';
import { type GrownRanker, type GrowthSettings, growRanker } from './grow-ranker.ts';
import type { RankingTask, TaskKind } from './ranking-task.ts';

interface GrownSegment extends GrownRanker {
  /** Of the same settings, from the examples before the holdout and without recorded offers. */
  readonly backtest: TreeEnsemble;
}

const sampled = { foremost: 40, oneIn: 8 };

/** A query segment: collects the examples of one kind of task and grows its trees. */
export class QuerySegment {
  readonly kind: TaskKind;
  readonly #examples = new ExampleBuilder();
  readonly #recorded: RecordedOffers[] = [];
  #backtest: TrainingSet = this.#examples.build();

  constructor(kind: TaskKind) {
    this.kind = kind;
  }

  get rowCount(): number {
    return this.#examples.rowCount;
  }

  /** Without examples from before the holdout, there is no fair backtest. */
  get canBeBacktested(): boolean {
    return this.#backtest.labels.length > 0;
  }

  add(candidates: CandidateSet, task: RankingTask, seed: number): void {
    this.#examples.add(candidates, task, { ...sampled, seed });
  }

  /** The backtest learns only from what was added before this call. */
  endOfBacktest(): void {
    this.#backtest = this.#examples.build();
  }

  addRecorded(offers: RecordedOffers): void {
    this.#recorded.push(offers);
  }

  grow(settings: GrowthSettings, done: (step: string, at: number, of: number) => void): GrownSegment {
    const progress = (step: string) => (trees: number, of: number) => done(`${this.kind}: ${step}`, trees, of);
    const { ensemble: backtest } = growRanker(() => this.#backtest, settings, progress('backtest'));
    const all = this.#examples.build();
    for (const offers of this.#recorded) this.#examples.addRecorded(offers);
    const withRecorded = this.#examples.build();
    // From recorded offers, a pairwise objective would learn that the last one is the best: later ones were not heard.
    const setOf = (objective: string) => (objective === 'logistic' ? withRecorded : all);
    return { backtest, ...growRanker(setOf, settings, progress('learn')) };
  }
}
