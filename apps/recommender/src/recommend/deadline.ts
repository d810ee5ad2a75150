import type { DegradableStage } from '@callside/schemas';

/** The last moment of each stage, as a share of the time for the answer. The rest is for the record and the answer itself. */
const shares: Readonly<Record<DegradableStage, number>> = { history: 0.5, candidates: 0.7, model: 0.85 };

interface DeadlineOptions {
  /** When the request arrived. */
  startedAt: number;
  /** Time for the answer from then on; null: there is no deadline, and stages take the time that they need. */
  ms: number | null;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** The time that the stages of one recommendation have, and the stages that missed it. */
export class Deadline {
  readonly #options: Required<DeadlineOptions>;
  readonly #missed = new Set<DegradableStage>();

  constructor(options: DeadlineOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** The missed stages, in the order in which they were missed. */
  get missed(): DegradableStage[] {
    return [...this.#missed];
  }

  /** Notes that the answer is made without the result of the stage. */
  miss(stage: DegradableStage): void {
    this.#missed.add(stage);
  }

  /**
   * The result of the work, or null when the work has not finished at the last moment of the stage. The signal of the work then aborts;
   * work that continues is not awaited, and its failure is ignored. An earlier failure is thrown. Most requests have no
   * deadline; their work gets no signal, because nothing would abort it.
   */
  async within<Result>(
    stage: DegradableStage,
    work: (late: AbortSignal | null) => Promise<Result>,
  ): Promise<Result | null> {
    const leftMs = this.#leftMs(stage);
    if (leftMs === null) return work(null);
    const late = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lateness = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        this.miss(stage);
        // This comes before the abort, because the work may reject when its signal aborts.
        resolve(null);
        late.abort(new Error('the deadline of the answer is near'));
      }, leftMs);
    });
    const result = work(late.signal);
    result.catch(() => {});
    return Promise.race([result, lateness]).finally(() => clearTimeout(timer));
  }

  #leftMs(stage: DegradableStage): number | null {
    const { ms, startedAt, now } = this.#options;
    return ms === null ? null : Math.max(0, startedAt + ms * shares[stage] - now());
  }
}
