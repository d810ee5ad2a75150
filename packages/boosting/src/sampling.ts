export type Random = () => number;

/** Numbers in [0, 1) that depend only on the lower 32 bits of the seed (the mulberry32 generator). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random share of the values, at least one of them, in their order. */
export function sampleShare(values: Int32Array, share: number, random: Random): Int32Array {
  if (share >= 1 || values.length === 0) return values;
  const sample = new Int32Array(Math.max(1, Math.round(values.length * share)));
  let taken = 0;
  for (let at = 0; taken < sample.length; at += 1) {
    const needed = sample.length - taken;
    if (random() * (values.length - at) < needed) {
      sample[taken] = values[at] as number;
      taken += 1;
    }
  }
  return sample;
}
