import { dayIn, lastDays, rangeBefore, rangeOf, rangeProblem } from './result-range.ts';

const today = '2026-11-22';

it('the day is taken from the calendar of the time zone', () => {
  expect(dayIn('Asia/Tokyo', new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22');
});

it('the last days include today, and are compared with the same number of days before', () => {
  const range = lastDays(7, today);
  expect(range).toEqual({ from: '2026-11-16', to: '2026-11-23' });
  expect(rangeBefore(range)).toEqual({ from: '2026-11-09', to: '2026-11-16' });
});

it.each([
  ['', '2026-11-20', 'missing'],
  ['2026-11-20', 'x', 'missing'],
  ['2026-13-45', '2026-11-20', 'missing'],
  ['2026-11-21', '2026-11-20', 'reversed'],
  ['2025-10-01', '2026-11-20', 'too-long'],
  ['2026-11-20', '2026-11-20', null],
])('the problem of the days from %p to %p is %p', (first, last, problem) => {
  expect(rangeProblem(first, last)).toBe(problem);
});

describe('rangeOf', () => {
  it.each([
    ['days=7', 7, '2026-11-16', '2026-11-23'],
    ['days=8', 30, '2026-10-24', '2026-11-23'],
    ['', 30, '2026-10-24', '2026-11-23'],
    ['from=2026-11-01&to=2026-11-02&days=7', null, '2026-11-01', '2026-11-03'],
    ['from=2026-11-05&to=2026-11-02', 30, '2026-10-24', '2026-11-23'],
  ])('reads %p', (query, preset, from, to) => {
    expect(rangeOf(new URLSearchParams(query), today)).toEqual({ preset, range: { from, to } });
  });
});
