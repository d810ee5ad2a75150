import { isTime } from '../app/time-range.ts';
import { addressOf, type EventFilters, queryOf, readFilters } from './event-filters.ts';

const none: EventFilters = { q: '', event: '', outcome: '', from: '', to: '' };
const read = (address: string) => readFilters(new URLSearchParams(address));

test('filters are the same after they were written to the address of the page and read again', () => {
  const filters: EventFilters = {
    q: '+1 415',
    event: 'hold-started',
    outcome: 'refused',
    from: '2026-11-21T09:00',
    to: '2026-11-22T17:30',
  };
  expect(readFilters(addressOf(filters))).toEqual(filters);
});

test('a value that cannot be a filter is ignored', () => {
  expect(read('kind=x&outcome=y&event=7&from=yesterday&to=2026-02-31T09:00')).toEqual(none);
  expect(read('from=2026-11-22T09:00&to=2026-11-22T09:00')).toEqual({ ...none, from: '2026-11-22T09:00' });
});

test.each([
  ['2026-11-22T09:00', true],
  ['0202-11-22T09:00', false],
  ['2026-11-22', false],
  ['', false],
])('%j is a time: %s', (text, expected) => expect(isTime(text)).toBe(expected));

test('without a filter the query asks for accepted and refused requests', () => {
  expect(queryOf({ ...none, q: ' ' }, 'UTC', null)).toBe('limit=50&outcome=all');
});

test('events without a rep are accepted events that were not resolved', () => {
  expect(queryOf({ ...none, q: 'a@b', outcome: 'unresolved' }, 'UTC', 'c')).toBe(
    'limit=50&outcome=accepted&resolved=false&q=a%40b&cursor=c',
  );
});

test.each([
  ['UTC', '2026-07-01T09:00:00.000Z'],
  ['America/New_York', '2026-07-01T13:00:00.000Z'],
  ['Asia/Kolkata', '2026-07-01T03:30:00.000Z'],
])('times are in the time zone %s', (timeZone, instant) => {
  const query = new URLSearchParams(queryOf({ ...none, from: '2026-07-01T09:00' }, timeZone, null));
  expect([query.get('from'), query.get('to')]).toEqual([instant, null]);
});

test('a time that the clocks skip is the same time after the change', () => {
  const query = new URLSearchParams(queryOf({ ...none, to: '2026-03-29T02:30' }, 'Europe/Berlin', null));
  expect(query.get('to')).toBe('2026-03-29T01:30:00.000Z');
});
