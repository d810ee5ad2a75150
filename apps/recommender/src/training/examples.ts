import { featureNames } from '../domain/feature-registry.ts';
import { type CandidateSet, prepareOffers } from '../domain/offers.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import { hashOf } from './stable-hash.ts';
import type { RankingTask } from './time-slices.ts';
import type { TrainingSet } from './training-set.ts';

export interface ExampleOrder {
  readonly sizedArticleTypes: ReadonlySet<string>;
  /** Candidates kept of the first places of the pre-ranking order; all that were bought are kept besides. */
  readonly foremost: number;
  /** Candidates kept of the rest, drawn. */
  readonly drawn: number;
  readonly seed: number;
}

/** Grows row by row; a query is the candidates of one task. */
export class ExampleBuilder {
  #features = new Float32Array(1 << 16);
  #labels: number[] = [];
  #groups: number[] = [0];
  #relevant: number[] = [];

  get rowCount(): number {
    return this.#labels.length;
  }

  /** Adds the task's candidates; a task that no candidate answers teaches nothing and is left out. */
  add(snapshot: RankingSnapshot, task: RankingTask, today: number, order: ExampleOrder): void {
    const candidates = candidatesOf(snapshot, task, today, order.sizedArticleTypes);
    const targets = new Set(task.targets);
    if (!candidates.items.some((item) => targets.has(item))) return;
    for (let row = 0; row < candidates.items.length; row += 1) {
      const isTarget = targets.has(candidates.items[row] as number);
      if (!isTarget && !this.#isKept(row, candidates.items.length, order)) continue;
      this.#addRow(candidates.features, row, isTarget ? 1 : 0);
    }
    this.#groups.push(this.#labels.length);
    this.#relevant.push(targets.size);
  }

  build(): TrainingSet {
    return {
      features: this.#features.slice(0, this.#labels.length * featureNames.length),
      featureCount: featureNames.length,
      labels: Float32Array.from(this.#labels),
      groups: Int32Array.from(this.#groups),
      relevant: Int32Array.from(this.#relevant),
    };
  }

  #isKept(row: number, size: number, { foremost, drawn, seed }: ExampleOrder): boolean {
    if (row < foremost) return true;
    return hashOf(seed, this.#groups.length, row) / 2 ** 32 < drawn / Math.max(1, size - foremost);
  }

  #addRow(features: Float32Array, row: number, label: number): void {
    const width = featureNames.length;
    const place = this.#labels.length * width;
    if (place + width > this.#features.length) {
      const larger = new Float32Array(this.#features.length * 2);
      larger.set(this.#features);
      this.#features = larger;
    }
    this.#features.set(features.subarray(row * width, (row + 1) * width), place);
    this.#labels.push(label);
  }
}

/** What would be offered for a task: the stock of that day is not on record, so everything counts as in stock. */
export function candidatesOf(
  snapshot: RankingSnapshot,
  { history, anchors }: RankingTask,
  today: number,
  sizedArticleTypes: ReadonlySet<string>,
): CandidateSet {
  return prepareOffers(snapshot, { history, anchors, today, checkStock: false, sizedArticleTypes });
}
