import { ServiceError } from '@callside/service-kit';

interface TurnQueueOptions {
  /** When this many jobs wait, a further job is refused as `unavailable` at once. */
  maxWaiting: number;
  /** A job that waited longer is refused as `unavailable`: its caller is about to time out. */
  maxWaitMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * A queue that runs each job in its own turn of the event loop. Sockets, timers and responses are handled between jobs,
 * however many wait. A job whose signal aborts leaves the queue.
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
    setImmediate(() => {
      const [job] = this.#waiting;
      if (job !== undefined) {
        this.#waiting.delete(job);
        job();
      }
      this.#isScheduled = false;
      if (this.#waiting.size > 0) this.#schedule();
    });
  }
}

function overloaded(): ServiceError {
  return new ServiceError({ code: 'unavailable', message: 'The service is overloaded; retry later.' });
}
