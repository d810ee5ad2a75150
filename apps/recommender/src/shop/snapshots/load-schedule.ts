import type { DataVersions } from './data-versions.store.ts';

/** The data that a snapshot was made from, without the stock. */
export interface LoadedState {
  versions: DataVersions;
  /** Fingerprint of the catalogue. */
  fingerprint: string;
  /** Days since 1970-01-01. */
  today: number;
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
const longestPauseMs = 15_000;

/** Decides when to load again: after changes, but not continuously. All times are milliseconds of one clock. */
export class LoadSchedule {
  #loaded: LoadedState | null = null;
  #seenFingerprint: string | null = null;
  #startedAt = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;

  /** Takes the fingerprint of the catalogue between two loads. */
  sawCatalogue(fingerprint: string): void {
    this.#seenFingerprint = fingerprint;
  }

  isDue({ catalogue, orders }: DataVersions, today: number, nowMs: number): boolean {
    if (nowMs < this.#notBefore) return false;
    if (this.#loaded === null) return true;
    const { versions, fingerprint } = this.#loaded;
    return (
      catalogue !== versions.catalogue ||
      orders !== versions.orders ||
      today !== this.#loaded.today ||
      (this.#seenFingerprint ?? fingerprint) !== fingerprint
    );
  }

  started(nowMs: number): void {
    this.#startedAt = nowMs;
  }

  /**
   * Pauses for as long as the load took: a stream of small imports uses at most half of a processor. The limit is for shops that take
   * a minute to load: their new orders should not wait for two more.
   */
  succeeded(loaded: LoadedState, nowMs: number): void {
    this.#loaded = loaded;
    this.#seenFingerprint = null;
    this.#failures = 0;
    this.#notBefore = nowMs + Math.min(nowMs - this.#startedAt, longestPauseMs);
  }

  failed(nowMs: number): void {
    this.#notBefore = nowMs + Math.min(firstRetryMs * 2 ** this.#failures, longestRetryMs);
    this.#failures += 1;
  }
}
