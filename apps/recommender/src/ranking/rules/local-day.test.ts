import { localDay } from './local-day.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

describe('the local day', () => {
  it.each([
    // 20:30 in New York, already the next day in UTC.
    ['2026-03-11T00:30:00Z', 'America/New_York', '2026-03-10'],
    ['2026-03-11T03:59:59Z', 'America/New_York', '2026-03-10'],
    ['2026-03-11T04:00:00Z', 'America/New_York', '2026-03-11'],
    // Without daylight saving time, midnight is an hour later in UTC.
    ['2026-01-11T04:30:00Z', 'America/New_York', '2026-01-10'],
    ['2026-03-10T23:30:00Z', 'UTC', '2026-03-10'],
    ['2026-12-31T11:00:00Z', 'Pacific/Auckland', '2027-01-01'],
    ['2026-03-10T18:31:00Z', 'Asia/Calcutta', '2026-03-11'],
  ])('the local day at %s in %s is %s', (instant, zone, date) =>
    expect(localDay(new Date(instant), zone)).toBe(dayOf(date)),
  );
});
