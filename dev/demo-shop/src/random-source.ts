import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The first numbers of adjacent seeds are similar, so they are skipped. */
const skipped = 16;

/** Random numbers that depend only on the seed and the path; different paths are independent. */
export class RandomSource {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;
  #spareNormal: number | null = null;

  constructor(seed: number, ...path: readonly number[]) {
    this.#generator = xoroshiro128plus(
      path.reduce((state, part) => scramble(Math.imul(state, 0x01000193) ^ part), scramble(seed)),
    );
    for (let count = 0; count < skipped; count++) this.#generator.next();
  }

  /** From 0 to below 1. */
  uniform(): number {
    return uniformFloat64(this.#generator);
  }

  /** Both ends included. */
  integer(from: number, to: number): number {
    return uniformInt(this.#generator, from, to);
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.uniform();
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Mean 0, deviation 1, by Marsaglia's polar method. */
  normal(): number {
    if (this.#spareNormal !== null) {
      const spare = this.#spareNormal;
      this.#spareNormal = null;
      return spare;
    }
    for (;;) {
      const x = this.between(-1, 1);
      const y = this.between(-1, 1);
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spareNormal = y * scale;
      return x * scale;
    }
  }

  /** Exponential distribution with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.integer(0, values.length - 1)] as Value;
  }

  /** Index drawn by weight; the weights add up to more than 0. */
  weighted(weights: ArrayLike<number>): number {
    let total = 0;
    for (let index = 0; index < weights.length; index++) total += weights[index] ?? 0;
    let rest = this.uniform() * total;
    for (let index = 0; index < weights.length; index++) {
      rest -= weights[index] ?? 0;
      if (rest < 0) return index;
    }
    return weights.length - 1;
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    const result = [...values];
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.integer(0, last);
      [result[last], result[other]] = [result[other] as Value, result[last] as Value];
    }
    return result;
  }
}

/** The finalizer of MurmurHash3. */
function scramble(value: number): number {
  let hash = (value + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
