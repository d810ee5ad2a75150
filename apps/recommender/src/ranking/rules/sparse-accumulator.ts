/** Sparse accumulator: sums scores by number (item or customer). It is cheap to clear, so its memory is reused between requests. */
export class SparseAccumulator {
  readonly scores: Float64Array;
  /** The numbers that have a score; only the first `count` entries are valid. */
  readonly touched: Int32Array;
  count = 0;
  /** For searches, one at a time: a new array costs more than many a search. */
  readonly best = new TopK();

  constructor(size: number) {
    this.scores = new Float64Array(size);
    this.touched = new Int32Array(size);
  }

  /** Scores are 0 or more. A number whose sum is 0 is not in it. */
  add(number: number, score: number): void {
    if (score === 0) return;
    const present = this.scores[number] ?? 0;
    if (present === 0) {
      this.touched[this.count] = number;
      this.count += 1;
    }
    this.scores[number] = present + score;
  }

  /** Sets the score of a number if it is greater than its score so far. */
  raise(number: number, score: number): void {
    const present = this.scores[number] ?? 0;
    if (score > present) this.add(number, score - present);
  }

  clear(): void {
    for (let index = 0; index < this.count; index += 1) this.scores[this.touched[index] ?? 0] = 0;
    this.count = 0;
  }
}

export interface ScoredNumbers {
  readonly numbers: Int32Array;
  readonly scores: Float32Array;
}

export const noNumbers: ScoredNumbers = { numbers: new Int32Array(0), scores: new Float32Array(0) };

/** The top-k of an accumulator, best first. Among equal scores, smaller numbers come first. */
export function topK(
  accumulator: SparseAccumulator,
  limit: number,
  accepts: (number: number) => boolean,
): ScoredNumbers {
  return bestOf(accumulator, limit, accepts).drain();
}

/** The same, not drained. */
export function bestOf(accumulator: SparseAccumulator, limit: number, accepts: (number: number) => boolean): TopK {
  const { best } = accumulator;
  best.reset(Math.min(limit, accumulator.count));
  for (let index = 0; index < accumulator.count; index += 1) {
    const number = accumulator.touched[index] ?? 0;
    const score = accumulator.scores[number] ?? 0;
    if (best.wants(number, score) && accepts(number)) best.push(number, score);
  }
  return best;
}

/** Keeps the top-k of the pairs that are pushed, in a heap whose root is the worst. Among equal scores, smaller numbers are better. */
export class TopK {
  #limit = 0;
  #numbers = new Int32Array(0);
  #scores = new Float64Array(0);
  #size = 0;

  /** Empties it; then it keeps at most `limit` pairs. */
  reset(limit: number): void {
    this.#limit = limit;
    this.#size = 0;
    if (this.#numbers.length >= limit) return;
    this.#numbers = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** Whether a pair would be kept. */
  wants(number: number, score: number): boolean {
    if (this.#size < this.#limit) return this.#limit > 0;
    return this.#isWorse(this.#numbers[0] ?? 0, this.#scores[0] ?? 0, number, score);
  }

  /** A pair with a lower score would not be kept. */
  get least(): number {
    return this.#size < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  /** The numbers that are kept, in no particular order. Drains and further pushes change them. */
  get numbers(): Int32Array {
    return this.#numbers.subarray(0, this.#size);
  }

  push(number: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#size += 1;
      this.#rise(this.#size - 1, number, score);
    } else this.#sink(number, score);
  }

  /** Returns the pairs, best first, and empties the heap. */
  drain(): ScoredNumbers {
    const size = this.#size;
    const numbers = new Int32Array(size);
    const scores = new Float32Array(size);
    for (let index = size - 1; index >= 0; index -= 1) {
      numbers[index] = this.#numbers[0] ?? 0;
      scores[index] = this.#scores[0] ?? 0;
      this.#size -= 1;
      if (this.#size > 0) this.#sink(this.#numbers[this.#size] ?? 0, this.#scores[this.#size] ?? 0);
    }
    return { numbers, scores };
  }

  #isWorse(number: number, score: number, otherNumber: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && number > otherNumber);
  }

  #rise(start: number, number: number, score: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const parentNumber = this.#numbers[parent] ?? 0;
      const parentScore = this.#scores[parent] ?? 0;
      if (!this.#isWorse(number, score, parentNumber, parentScore)) break;
      this.#numbers[index] = parentNumber;
      this.#scores[index] = parentScore;
      index = parent;
    }
    this.#numbers[index] = number;
    this.#scores[index] = score;
  }

  /** Replaces the root with a pair and restores the heap. */
  #sink(number: number, score: number): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (
        right < this.#size &&
        this.#isWorse(
          this.#numbers[right] ?? 0,
          this.#scores[right] ?? 0,
          this.#numbers[child] ?? 0,
          this.#scores[child] ?? 0,
        )
      ) {
        child = right;
      }
      const childNumber = this.#numbers[child] ?? 0;
      const childScore = this.#scores[child] ?? 0;
      if (!this.#isWorse(childNumber, childScore, number, score)) break;
      this.#numbers[index] = childNumber;
      this.#scores[index] = childScore;
      index = child;
    }
    this.#numbers[index] = number;
    this.#scores[index] = score;
  }
}
