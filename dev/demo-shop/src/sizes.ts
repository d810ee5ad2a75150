import type { RandomSource } from './random-source.ts';

export type Sizing = 'ring' | 'bracelet' | 'bangle';
export type BodySizes = Readonly<Record<Sizing, number>>;

/** In increasing order. The bangle size 2.10 comes after 2.8 and is written 2.1 as a number. */
export const sizeRanges: Readonly<Record<Sizing, readonly number[]>> = {
  ring: Array.from({ length: 19 }, (_, step) => 4 + step / 2),
  bracelet: [6, 6.5, 7, 7.5, 8, 8.5],
  bangle: [2.2, 2.4, 2.6, 2.8, 2.1, 2.12],
};

/** The sizes that one design is made in, in order, around the middle of the range, where most customers are. */
export function drawSizeRun(sizing: Sizing, isForMen: boolean, random: RandomSource): number[] {
  const range = sizeRanges[sizing];
  const middle = centre(sizing, isForMen);
  const wholeOnly = sizing === 'ring' && random.chance(0.7);
  const reach = sizing === 'ring' ? random.integer(2, 6) : random.integer(1, 3);
  const from = Math.max(0, Math.round(middle - reach + random.normal() * 0.7));
  const to = Math.min(range.length - 1, Math.round(middle + reach + random.normal() * 0.7));
  const run = range.slice(from, Math.max(from, to) + 1);
  const wanted = wholeOnly ? run.filter((size) => Number.isInteger(size)) : run;
  return wanted.length > 0 ? wanted : run;
}

/** The sizes of one person; ring and wrist sizes correlate. */
export function drawBodySizes(isMan: boolean, random: RandomSource): BodySizes {
  const build = random.normal();
  const draw = (sizing: Sizing, spread: number) => {
    const range = sizeRanges[sizing];
    const at = centre(sizing, isMan) + spread * (0.8 * build + 0.6 * random.normal());
    return range[Math.min(Math.max(Math.round(at), 0), range.length - 1)] as number;
  };
  return { ring: wholeMostly(draw('ring', 2.2), random), bracelet: draw('bracelet', 0.9), bangle: draw('bangle', 0.9) };
}

function wholeMostly(size: number, random: RandomSource): number {
  return Number.isInteger(size) || random.chance(0.45) ? size : Math.floor(size);
}

/** Position of the usual size in its range. */
function centre(sizing: Sizing, isForMen: boolean): number {
  if (sizing === 'ring') return isForMen ? 12 : 6;
  if (sizing === 'bracelet') return isForMen ? 4 : 2;
  return isForMen ? 3 : 2;
}
