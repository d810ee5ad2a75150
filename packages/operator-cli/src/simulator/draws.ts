import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random draws from a seed. */
export interface Draws {
  /** Both ends are included. */
  whole: (from: number, to: number) => number;
  between: (from: number, to: number) => number;
  chance: (probability: number) => boolean;
}

export function createDraws(seed: number): Draws {
  const generator = xoroshiro128plus(seed);
  // The first numbers of adjacent seeds are similar, so they are skipped.
  for (let skipped = 0; skipped < 16; skipped += 1) generator.next();
  const fraction = () => uniformFloat64(generator);
  return {
    whole: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    between: (from, to) => from + fraction() * (to - from),
    chance: (probability) => fraction() < probability,
  };
}
