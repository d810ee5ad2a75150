import fc from 'fast-check';
import { readCalendarDate } from './calendar-date.ts';

test.each([
  ['2026-02-11', '2026-02-11'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-11T09:30:00Z', '2026-02-11'],
  ['2026-02-11 09:30', '2026-02-11'],
  ['2026-02-11T', '2026-02-11'],
  ['2026-02-11Tnonsense\n', '2026-02-11'],
  ['0001-01-01', '0001-01-01'],
  ['9999-12-31', '9999-12-31'],
])('%j is the date %s', (text, date) => {
  expect(readCalendarDate(text)).toBe(date);
});

test.each([
  '',
  '2023-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '2026-2-1',
  '20260211',
  '2026-02',
  '2026-02-11Z',
  '2026-02-11x',
  '2026-02-1109:30',
  ' 2026-02-11',
  '+002026-02-11',
  '11/02/2026',
  'yesterday',
  '２０２６-02-11',
])('%j is not a date', (text) => {
  expect(readCalendarDate(text)).toBeNull();
});

test('every real day is accepted unchanged, with any time after it', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom('', 'T', ' '), fc.string(), (date, separator, time) => {
      const text = date.toISOString().slice(0, 10);
      expect(readCalendarDate(separator === '' ? text : `${text}${separator}${time}`)).toBe(text);
    }),
  );
});
