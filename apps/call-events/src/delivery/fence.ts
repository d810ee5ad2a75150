/** The longest time since an instance last reached the database in which it may say what is confirmed. */
const provenForMs = 3_000;

/**
 * Whether this instance may make claims. One that has not reached the database for 3 s is fenced: it does not know any more whether a
 * companion records.
 */
export class Fence {
  readonly #now: () => number;
  #provenAt = Number.NEGATIVE_INFINITY;

  /** `now`: a monotonic clock in milliseconds. */
  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  /** The database answered what was sent at this time, by the clock of `now`. */
  prove(sentAt: number): void {
    this.#provenAt = Math.max(sentAt, this.#provenAt);
  }

  /** Must be asked when a claim is sent: no timer runs while the process stands still. */
  isFenced(): boolean {
    return this.#now() - this.#provenAt > provenForMs;
  }
}
