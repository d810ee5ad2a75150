import { median, percentile } from './statistics.ts';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is the value of that rank, for any order of the values', () => {
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile(hundred, 99)).toBe(99);
  });

  it('is the greatest of few values', () => {
    expect(percentile([3, 9, 4], 99)).toBe(9);
  });

  it('refuses an empty list', () => {
    expect(() => percentile([], 50)).toThrow('no values');
  });
});

describe('median', () => {
  it('is the middle of an odd number of values', () => {
    expect(median([30, 10, 20])).toBe(20);
  });

  it('is the mean of the two middle ones of an even number', () => {
    expect(median([40, 10, 30, 20])).toBe(25);
  });
});
