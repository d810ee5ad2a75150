import type { TrainingSet } from '@callside/boosting';
import type { AskedTask } from './asked-task.ts';
import { ExampleBuilder } from './examples.ts';
import type { SetsByObjective } from './grow-ranker.ts';
import type { TaskKind } from './ranking-task.ts';
import type { RecordedOffers } from './recorded-offers.ts';

const sampled = { foremost: 40, oneIn: 8 };

/** A query segment: collects the examples of one kind of task. */
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

  add(asked: AskedTask, seed: number): void {
    this.#examples.add(asked, { ...sampled, seed });
  }

  /** The backtest learns only from what was added before this call. */
  endOfBacktest(): void {
    this.#backtest = this.#examples.build();
  }

  addRecorded(offers: RecordedOffers): void {
    this.#recorded.push(offers);
  }

  get backtest(): TrainingSet {
    return this.#backtest;
  }

  /** From recorded offers, a pairwise objective would learn that the last one is the best: later ones were not heard. */
  get examples(): SetsByObjective {
    const lambdarank = this.#examples.build();
    for (const offers of this.#recorded.splice(0)) this.#examples.addRecorded(offers);
    return { logistic: this.#examples.build(), lambdarank };
  }
}
