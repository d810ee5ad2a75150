import type { TrainingSet } from '@callside/boosting';
import { ExampleBuilder } from './examples.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { TaskKind } from './ranking-task.ts';

/** How candidates are sampled: the others than the foremost are many. */
export const sampled = { foremost: 40, oneIn: 8 };

/** A query segment: collects the examples of one kind of task. */
export class QuerySegment {
  readonly kind: TaskKind;
  readonly #values: Float64Array | null;
  readonly #examples = new ExampleBuilder();
  /** Built at the end of the backtest; null before it. */
  #backtest: TrainingSet | null = null;

  /** `values`: what a purchase of each item counts; null: 1. */
  constructor(kind: TaskKind, values: Float64Array | null) {
    this.kind = kind;
    this.#values = values;
  }

  get rowCount(): number {
    return this.#examples.rowCount;
  }

  /** Whether there are examples from before the holdout; without them a backtest is not fair. */
  get canBeBacktested(): boolean {
    return this.#backtest !== null && this.#backtest.labels.length > 0;
  }

  /** Queries of another kind are ignored. */
  add(query: PreparedQuery, seed: number): void {
    if (query.task.kind === this.kind) this.#examples.add(query, { ...sampled, seed, values: this.#values });
  }

  /** The backtest learns only from what was added before this call. */
  endOfBacktest(): void {
    this.#backtest = this.#examples.build();
  }

  backtest(): TrainingSet {
    return this.#backtest ?? this.#examples.build();
  }

  examples(): TrainingSet {
    return this.#examples.build();
  }
}
