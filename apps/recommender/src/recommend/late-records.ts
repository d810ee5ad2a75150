import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { toServiceError } from '@callside/service-kit';

interface LateRecordsOptions {
  /** Called with the last error of a record that is given up. */
  onLost: (error: unknown) => void;
  pauseMs?: number;
  /** A record is given up after this time. */
  longestMs?: number;
  /** Lines of histories and offers in all records that are kept; more would fill the memory while the database is down. */
  mostLines?: number;
}

/** Records whose requests were answered before they were stored. While the database is unavailable they are tried again. */
export class LateRecords {
  readonly #options: Required<LateRecordsOptions>;
  readonly #kept = new Set<Promise<void>>();
  /** Of the records whose first attempt failed. */
  #lines = 0;
  readonly #ending = new AbortController();

  constructor(options: LateRecordsOptions) {
    // Each record that is kept waits for it.
    setMaxListeners(0, this.#ending.signal);
    this.#options = { pauseMs: 1_000, longestMs: 60_000, mostLines: 200_000, ...options };
  }

  /** `first` is the attempt that the request did not wait for; `lines` the size of the record. */
  keep(first: Promise<void>, record: () => Promise<void>, lines: number): void {
    const kept = this.#untilStored(first, record, lines)
      .catch(this.#options.onLost)
      .finally(() => this.#kept.delete(kept));
    this.#kept.add(kept);
  }

  /** Tries each record once more at most. Resolves when none is left. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#kept);
  }

  async #untilStored(first: Promise<void>, record: () => Promise<void>, lines: number): Promise<void> {
    const { pauseMs, longestMs, mostLines } = this.#options;
    const { signal } = this.#ending;
    const until = performance.now() + longestMs;
    try {
      return await first;
    } catch (error) {
      if (!isUnavailable(error) || this.#lines + lines > mostLines) throw error;
    }
    this.#lines += lines;
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
      this.#lines -= lines;
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return toServiceError(error).code === 'unavailable';
}
