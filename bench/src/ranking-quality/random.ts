/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
