import { type AuditFilters, addressOfAudit, auditQuery, readAuditFilters } from './audit-filters.ts';

const filters: AuditFilters = { person: 'ann', action: 'key.issue', from: '2026-07-01T09:00', to: '2026-07-02T09:00' };

test('filters are the same after they were written to the address of the page and read again', () => {
  expect(readAuditFilters(addressOfAudit(filters))).toEqual(filters);
});

test('a value that cannot be a filter is ignored', () => {
  const none = { person: '', action: '', from: '', to: '' };
  expect(readAuditFilters(new URLSearchParams('action=key.steal&from=yesterday'))).toEqual(none);
});

test('the query names all filters, with times as instants', () => {
  expect(auditQuery(filters, 'Europe/Berlin', 'c')).toBe(
    'limit=25&actor=ann&action=key.issue&from=2026-07-01T07%3A00%3A00.000Z&to=2026-07-02T07%3A00%3A00.000Z&cursor=c',
  );
});
