import { setTimeout as sleep } from 'node:timers/promises';
import { toServiceError } from '@callside/service-kit';

interface LateRecordsOptions {
  /** Called with the last error of a record that is given up. */
  onLost: (error: unknown) => void;
  pauseMs?: number;
  /** A record is given up after this time. */
  longestMs?: number;
  /** More records than this are not kept, so that they do not fill the memory while the database is down. */
  most?: number;
}

/** Records whose requests were answered before they were stored. While the database is unavailable they are tried again. */
export class LateRecords {
  readonly #options: Required<LateRecordsOptions>;
  readonly #kept = new Set<Promise<void>>();
  /** Records whose first attempt failed. */
  #failed = 0;
  readonly #ending = new AbortController();

  constructor(options: LateRecordsOptions) {
    this.#options = { pauseMs: 1_000, longestMs: 60_000, most: 1_000, ...options };
  }

  /** `first` is the attempt that the request did not wait for. */
  keep(first: Promise<void>, record: () => Promise<void>): void {
    const kept = this.#untilStored(first, record)
      .catch(this.#options.onLost)
      .finally(() => this.#kept.delete(kept));
    this.#kept.add(kept);
  }

  /** Tries each record once more at most. Resolves when none is left. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#kept);
  }

  async #untilStored(first: Promise<void>, record: () => Promise<void>): Promise<void> {
    const { pauseMs, longestMs, most } = this.#options;
    const { signal } = this.#ending;
    const until = performance.now() + longestMs;
    try {
      return await first;
    } catch (error) {
      if (!isUnavailable(error) || this.#failed === most) throw error;
    }
    this.#failed += 1;
    try {
      for (;;) {
        const isLast = signal.aborted || performance.now() > until;
        try {
          return await record();
        } catch (error) {
          if (!isUnavailable(error) || isLast) throw error;
        }
        await sleep(pauseMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      this.#failed -= 1;
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return toServiceError(error).code === 'unavailable';
}
