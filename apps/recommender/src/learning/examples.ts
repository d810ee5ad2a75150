import type { TrainingSet } from '@callside/boosting';
import { featureNames } from '../ranking/index.ts';
import { customerWeights } from './customer-weights.ts';
import type { PreparedQuery } from './prepared-query.ts';
import { hashOf } from './stable-hash.ts';

export interface SamplingSettings {
  /** This many candidates are kept from the start of the first-stage order. All that were bought are kept too. */
  readonly foremost: number;
  /** One in this many of the others is kept, with this weight. Without the weight, low ranks would look better than they are. */
  readonly oneIn: number;
  readonly seed: number;
  /** What a purchase of each item counts, by catalogue index; null: 1. */
  readonly values: Float64Array | null;
}

/** Least weight of a purchase of an item with almost no value, as a part of the mean. */
const leastValue = 0.01;

/**
 * Builds a training set row by row; the weights of what was bought have the mean 1. A query is the candidates of one task. The queries of a
 * customer with n of them weigh 1/√n each.
 */
export class ExampleBuilder {
  #features = new Float32Array(1 << 16);
  #labels: number[] = [];
  #weights: number[] = [];
  #groups: number[] = [0];
  #relevant: number[] = [];
  #customers: number[] = [];

  get rowCount(): number {
    return this.#labels.length;
  }

  /** Adds the candidates of a task. Skips a task without a target among them, because it adds no information. */
  add({ task, items, features }: Pick<PreparedQuery, 'task' | 'items' | 'features'>, sampling: SamplingSettings): void {
    const targets = new Set(task.targets);
    if (!items.some((item) => targets.has(item))) return;
    for (const [row, item] of items.entries()) {
      if (targets.has(item)) this.#addRow(features.values, row, 1, sampling.values?.[item] ?? 1);
      else if (row < sampling.foremost) this.#addRow(features.values, row, 0, 1);
      else if (this.#isDrawn(row, sampling)) this.#addRow(features.values, row, 0, sampling.oneIn);
    }
    this.#endQuery(targets.size, task.customer);
  }

  build(): TrainingSet {
    const mean = this.#meanValue();
    return {
      features: this.#features.subarray(0, this.#labels.length * featureNames.length),
      featureCount: featureNames.length,
      labels: Float32Array.from(this.#labels),
      weights: Float32Array.from(this.#weights, (weight, row) =>
        this.#labels[row] === 1 ? Math.max(weight / mean, leastValue) : weight,
      ),
      groups: Int32Array.from(this.#groups),
      queryWeights: Float32Array.from(customerWeights(this.#customers)),
      relevant: Int32Array.from(this.#relevant),
    };
  }

  /** Mean value of the purchased items; 1 when none has a value. */
  #meanValue(): number {
    let [bought, sum] = [0, 0];
    for (const [row, label] of this.#labels.entries()) {
      if (label === 0) continue;
      bought += 1;
      sum += this.#weights[row] as number;
    }
    return sum > 0 ? sum / bought : 1;
  }

  #isDrawn(row: number, { oneIn, seed }: SamplingSettings): boolean {
    return hashOf(seed, this.#groups.length, row) % oneIn === 0;
  }

  #endQuery(relevant: number, customer: number): void {
    this.#groups.push(this.#labels.length);
    this.#relevant.push(relevant);
    this.#customers.push(customer);
  }

  #addRow(features: Float32Array, row: number, label: number, weight: number): void {
    const width = featureNames.length;
    const place = this.#labels.length * width;
    if (place + width > this.#features.length) {
      const larger = new Float32Array(this.#features.length * 2);
      larger.set(this.#features);
      this.#features = larger;
    }
    this.#features.set(features.subarray(row * width, (row + 1) * width), place);
    this.#labels.push(label);
    this.#weights.push(weight);
  }
}
