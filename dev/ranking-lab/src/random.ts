import { RandomSource } from '@callside/demo-shop';

/** Numbers from 0 to below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  const source = new RandomSource(seed);
  return () => source.uniform();
}

/** This many of the values, drawn without replacement, in their order. */
export function sample<T>(values: readonly T[], count: number, random: () => number): T[] {
  let wanted = Math.min(count, values.length);
  return values.filter((_, index) => {
    if (random() * (values.length - index) >= wanted) return false;
    wanted -= 1;
    return true;
  });
}
