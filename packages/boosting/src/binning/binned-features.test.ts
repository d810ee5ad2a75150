import { binFeatures } from './binned-features.ts';

describe('binFeatures', () => {
  it('gives a constant feature one bin; 0 and -0 are equal', () => {
    const { bins, thresholds } = binFeatures(Float32Array.of(0, -0, 0), 3, 1, 255);
    expect([...bins]).toEqual([0, 0, 0]);
    expect(thresholds).toEqual([new Float32Array(0)]);
  });

  it('reads rows and writes columns', () => {
    const { bins } = binFeatures(Float32Array.of(1, 9, 2, 8, 3, 7), 3, 2, 255);
    expect([...bins]).toEqual([0, 1, 2, 2, 1, 0]);
  });

  it('distributes the rows evenly over the bins', () => {
    const { bins } = binFeatures(
      Float32Array.from({ length: 1000 }, (_, row) => row ** 3),
      1000,
      1,
      10,
    );
    const sizes = Array.from({ length: 10 }, (_, bin) => bins.filter((other) => other === bin).length);
    expect(sizes).toEqual(Array(10).fill(100));
  });

  it('separates a frequent value from its neighbours', () => {
    const values = Float32Array.from({ length: 1000 }, (_, row) => (row < 600 ? 0 : row - 800.5));
    const { bins } = binFeatures(values, 1000, 1, 8);
    const zeros = new Set(bins.subarray(0, 600));
    expect(zeros.size).toBe(1);
    expect(bins.subarray(600).some((bin) => zeros.has(bin))).toBe(false);
  });

  it('separates adjacent float32 values with a float32 threshold', () => {
    const one = Math.fround(0.1);
    const next = Math.fround(0.1 + 2 ** -27);
    const { thresholds } = binFeatures(Float32Array.of(next, one), 2, 1, 255);
    expect(thresholds.map((feature) => [...feature])).toEqual([[one]]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('names the feature that is %d', (value) => {
    expect(() => binFeatures(Float32Array.of(1, 2, 3, value), 2, 2, 255)).toThrow(
      new RangeError(`feature 1 is ${value} in row 1`),
    );
  });

  it('returns no bins for no rows', () => {
    expect(binFeatures(new Float32Array(0), 0, 1, 255).bins).toHaveLength(0);
  });
});
