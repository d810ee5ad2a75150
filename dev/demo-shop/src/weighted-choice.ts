import type { RandomSource } from './random-source.ts';

/** Draws from many values with fixed weights, each in logarithmic time. */
export interface WeightedChoice {
  readonly size: number;
  draw(random: RandomSource): number;
}

/** Draws `values[n]` in proportion to `weights[n]`. */
export function createWeightedChoice(values: readonly number[], weights: readonly number[]): WeightedChoice {
  const sums = new Float64Array(values.length);
  let total = 0;
  for (const [index, weight] of weights.entries()) {
    total += weight;
    sums[index] = total;
  }
  return {
    size: values.length,
    draw(random) {
      const wanted = random.uniform() * total;
      let low = 0;
      let high = values.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) > wanted) high = middle;
        else low = middle + 1;
      }
      return values[low] as number;
    },
  };
}
