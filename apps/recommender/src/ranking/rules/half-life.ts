/** The table holds the weights of ages up to this many days. Greater ages are very old dates that mean "no date". */
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
