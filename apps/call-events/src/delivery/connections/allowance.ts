/** A token bucket: refills at a constant rate up to the burst. */
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

  /** Returns false, and spends nothing, if less than `amount` is left. `nowMs` comes from a monotonic clock. */
  spend(amount: number, nowMs: number): boolean {
    this.#refill(nowMs);
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }

  /** Returns what was spent. Whether nothing is missing then. */
  refund(amount: number, nowMs: number): boolean {
    this.#left += amount;
    this.#refill(nowMs);
    return this.#left === this.#burst;
  }

  #refill(nowMs: number): void {
    this.#left = Math.min(this.#burst, this.#left + (nowMs - this.#at) * this.#perMs);
    this.#at = nowMs;
  }
}
