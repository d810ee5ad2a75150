import { addDays, dayIn, daysBetween } from './calendar-days.ts';

describe('dayIn', () => {
  it.each([
    ['Europe/Berlin', '2026-11-21'],
    ['UTC', '2026-11-20'],
    ['America/Los_Angeles', '2026-11-20'],
  ])('is the day that the calendar in %s shows', (timeZone, day) => {
    expect(dayIn(timeZone, new Date('2026-11-20T23:30:00Z'))).toBe(day);
  });
});

it('adds days across months, leap days and changes of the clock', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

it('counts the days from one to another', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0);
});
