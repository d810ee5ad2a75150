import { RandomSource } from './random-source.ts';
import { drawBodySizes, drawSizeRun, type Sizing, sizeRanges } from './sizes.ts';

const sizings: readonly Sizing[] = ['ring', 'bracelet', 'bangle'];

describe('drawSizeRun', () => {
  it.each(sizings)('makes a %s in several standard sizes, in order', (sizing) => {
    const random = new RandomSource(1);
    for (let times = 0; times < 500; times++) {
      const places = drawSizeRun(sizing, times % 5 === 0, random).map((size) => sizeRanges[sizing].indexOf(size));
      expect(places.length).toBeGreaterThan(0);
      expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
      expect(places[0]).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('drawBodySizes', () => {
  it('draws standard sizes, larger ones for men', () => {
    const random = new RandomSource(2);
    const draw = (isMan: boolean) => Array.from({ length: 500 }, () => drawBodySizes(isMan, random));
    const meanRing = (all: ReturnType<typeof draw>) => all.reduce((sum, { ring }) => sum + ring, 0) / all.length;
    const women = draw(false);
    expect(women.every((sizes) => sizings.every((sizing) => sizeRanges[sizing].includes(sizes[sizing])))).toBe(true);
    expect(meanRing(draw(true))).toBeGreaterThan(meanRing(women) + 1);
  });
});
