import { screenTimeOf } from './screen-time.ts';

describe('screenTimeOf', () => {
  it('has no percentiles without events', () => {
    expect(screenTimeOf([])).toEqual({ events: 0, p50Ms: null, p95Ms: null });
  });

  it('takes the smallest time that the share of events has reached, in any order', () => {
    const times = [
      { ms: 900, count: 1 },
      { ms: 20, count: 9 },
      { ms: 10, count: 10 },
    ];
    expect(screenTimeOf(times)).toEqual({ events: 20, p50Ms: 10, p95Ms: 20 });
  });

  it('adds up counts of the same time', () => {
    expect(
      screenTimeOf([
        { ms: 5, count: 1 },
        { ms: 5, count: 1 },
        { ms: 7, count: 1 },
      ]),
    ).toEqual({ events: 3, p50Ms: 5, p95Ms: 7 });
  });
});
