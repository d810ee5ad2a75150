import { RandomSource } from './random-source.ts';

const draw = (random: RandomSource, count = 5) => Array.from({ length: count }, () => random.uniform());

describe('RandomSource', () => {
  it('repeats the same numbers for one seed and path', () => {
    expect(draw(new RandomSource(1, 2, 3))).toEqual(draw(new RandomSource(1, 2, 3)));
  });

  it('gives different numbers on other paths and for other seeds', () => {
    const firsts = [[1], [2], [1, 0], [1, 1], [1, 2], [1, 0, 0], [2, 1]].map(
      ([seed = 0, ...path]) => draw(new RandomSource(seed, ...path), 1)[0],
    );
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it('spreads the first numbers of adjacent paths evenly', () => {
    const firsts = Array.from({ length: 2000 }, (_, index) => new RandomSource(1, 4, index).uniform());
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = firsts.filter((value) => Math.floor(value * 10) === tenth).length / firsts.length;
      expect(Math.abs(share - 0.1)).toBeLessThan(0.03);
    }
  });

  it('draws normal numbers of mean 0 and deviation 1', () => {
    const random = new RandomSource(5);
    const values = Array.from({ length: 20_000 }, () => random.normal());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  });

  it('draws an index in proportion to its weight, and never one without weight', () => {
    const random = new RandomSource(6);
    const counts = [0, 0, 0];
    for (let times = 0; times < 10_000; times++) {
      const index = random.weighted([1, 0, 3]);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(counts[1]).toBe(0);
    expect(Math.abs((counts[2] ?? 0) / 10_000 - 0.75)).toBeLessThan(0.02);
  });
});
