import { addressOf, queryOf, readFilters } from './event-filters.ts';

test('filters survive the address of the page', () => {
  const filters = { q: '+1 415', event: 'hold-started', outcome: 'refused' } as const;
  expect(readFilters(addressOf(filters))).toEqual(filters);
  expect(readFilters(new URLSearchParams('kind=x&outcome=y&event=7'))).toEqual({ q: '', event: '', outcome: '' });
});

test('without a filter the query asks for accepted and refused requests', () => {
  expect(queryOf({ q: ' ', event: '', outcome: '' }, null)).toBe('limit=50&outcome=all');
});

test('events without a rep are accepted events that were not resolved', () => {
  expect(queryOf({ q: 'a@b', event: '', outcome: 'unresolved' }, 'c')).toBe(
    'limit=50&outcome=accepted&resolved=false&q=a%40b&cursor=c',
  );
});
