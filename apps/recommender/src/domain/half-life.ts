/** Ages up to this many days have their weights in a table. Others are dates of long ago, which stand for "no date". */
const tabledDays = 4_000;

/** Weights of purchases by age: they halve every `halfLifeDays`. Exponentials took most of the time of an index. */
export class HalfLife {
  readonly #halfLifeDays: number;
  readonly #weights: Float64Array;

  constructor(halfLifeDays: number) {
    this.#halfLifeDays = halfLifeDays;
    this.#weights = Float64Array.from({ length: tabledDays }, (_, age) => 2 ** (-age / halfLifeDays));
  }

  /** `age` in whole days. */
  weightOf(age: number): number {
    return this.#weights[age] ?? 2 ** (-age / this.#halfLifeDays);
  }
}
