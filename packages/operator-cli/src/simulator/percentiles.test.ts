import { latenciesOf } from './percentiles.ts';

describe('latenciesOf', () => {
  it('returns measured values, for any order of input', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(latenciesOf(values)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(latenciesOf([10, 9])).toEqual({ count: 2, p50: 9, p95: 10, p99: 10, max: 10 });
  });

  it('returns null without measurements', () => {
    expect(latenciesOf([])).toEqual({ count: 0, p50: null, p95: null, p99: null, max: null });
  });
});
