/** An amount that is spent and comes back evenly, up to a burst: a token bucket. */
export class Allowance {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at: number;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, nowMs: number) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
    this.#left = burst;
    this.#at = nowMs;
  }

  /** false: it is more than there is, and nothing is spent. `nowMs` is of a clock that never goes back. */
  spend(amount: number, nowMs: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (nowMs - this.#at) * this.#perMs);
    this.#at = nowMs;
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
