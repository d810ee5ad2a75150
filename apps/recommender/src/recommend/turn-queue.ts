import { overloaded } from '@callside/service-kit';

interface TurnQueueOptions {
  /** When this many jobs wait, a further job is refused as `unavailable` at once. */
  maxWaiting: number;
  /** A job that waited longer is refused as `unavailable`: its caller is about to time out. */
  maxWaitMs: number;
  /** A turn starts no further job after this time. */
  turnMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * A queue that runs its jobs in turns of the event loop of their own. Sockets, timers and responses are handled between turns, however
 * many jobs wait. Jobs that ran in one turn also share what follows, such as a query. A job whose signal aborts leaves the queue.
 */
export class TurnQueue {
  readonly #options: Required<TurnQueueOptions>;
  readonly #waiting = new Set<() => void>();
  #isScheduled = false;

  constructor(options: TurnQueueOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Rejects when too many wait, or when the signal aborts before the work starts. */
  run<Result>(work: () => Result, signal: AbortSignal): Promise<Result> {
    const { maxWaiting, maxWaitMs, now } = this.#options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#waiting.size >= maxWaiting) return reject(overloaded());
      const queuedAt = now();
      const leave = () => {
        this.#waiting.delete(job);
        reject(signal.reason);
      };
      const job = () => {
        signal.removeEventListener('abort', leave);
        if (now() - queuedAt > maxWaitMs) return reject(overloaded());
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(job);
      if (!this.#isScheduled) this.#schedule();
    });
  }

  #schedule(): void {
    this.#isScheduled = true;
    const { now, turnMs } = this.#options;
    setImmediate(() => {
      const until = now() + turnMs;
      for (const job of this.#waiting) {
        this.#waiting.delete(job);
        job();
        if (now() >= until) break;
      }
      this.#isScheduled = false;
      if (this.#waiting.size > 0) this.#schedule();
    });
  }
}
