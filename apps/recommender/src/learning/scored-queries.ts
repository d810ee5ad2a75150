import type { Calibration } from '../ranking/index.ts';
import { crossFittedReliability, fitCalibration, reliabilityOf, type ScoredQuery } from './calibrate.ts';
import type { ScoredTask } from './evaluate-rankings.ts';
import { byTaskKind, type TaskKind } from './ranking-task.ts';
import type { Reliability } from './reliability.ts';

type ReliabilityByKind = Partial<Record<TaskKind, Reliability>>;

/** The scores that one model gave on the holdout, by query segment. */
export class ScoredQueries {
  readonly #queries: Readonly<Record<TaskKind, ScoredQuery[]>> = { next_purchase: [], anchors: [] };

  add({ task, items }: Pick<ScoredTask, 'task' | 'items'>, scores: Float32Array): void {
    const targets = new Set(task.targets);
    const bought = Uint8Array.from(items, (item) => (targets.has(item) ? 1 : 0));
    this.#queries[task.kind].push({ customer: task.customer, scores, bought });
  }

  /** Null when both segments have too few purchases. */
  fit(): Calibration | null {
    const next_purchase = fitCalibration(this.#queries.next_purchase);
    const anchors = fitCalibration(this.#queries.anchors);
    return next_purchase === null && anchors === null ? null : { next_purchase, anchors };
  }

  /** Reliability of a calibration that was fitted on other queries. Segments without a line are left out. */
  reliability(calibration: Calibration): ReliabilityByKind {
    return this.#measured((queries, kind) => {
      const line = calibration[kind];
      return line && reliabilityOf(queries, line);
    });
  }

  /** Reliability of a calibration that is fitted in the same way on other customers of these queries. */
  crossFitted(): ReliabilityByKind {
    return this.#measured(crossFittedReliability);
  }

  #measured(measure: (queries: readonly ScoredQuery[], kind: TaskKind) => Reliability | null): ReliabilityByKind {
    return byTaskKind((kind) => {
      const queries = this.#queries[kind];
      return queries.length === 0 ? null : measure(queries, kind);
    });
  }
}
