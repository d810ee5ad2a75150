import { isOnSale } from './sale-period.ts';

const today = '2026-03-10';

it.each([
  ['', ''],
  ['2026-03-01', '2026-03-31'],
  ['2026-03-10', '2026-03-10'],
  ['2026-03-01T00:00:00', '2026-03-31 23:59:59'],
  ['2026/03/01', ''],
  ['01/03/2026', '31/03/2026'],
  ['03/01/2026', '03/31/2026'],
  ['1.3.2026', '31.3.26'],
  ['', '31\u201103\u20112026'],
  ['02/01/2026', '12/12/2026'],
])('a sale from %j to %j is on', (starts, ends) => {
  expect(isOnSale(starts, ends, today)).toBe(true);
});

it.each([
  ['01/01/2025', '31/01/2025'],
  ['', '2026-03-09'],
  ['2026-03-11', ''],
  ['', '01.05.2025'],
  // Of April or of December.
  ['', '04/12/2025'],
  // The fifth of February or the second of May.
  ['', '05/02/2026'],
  ['04/03/2026', '05/02/2026'],
  ['', 'next week'],
  ['45658', ''],
  ['', '2026-02-31'],
  ['13/13/2026', ''],
])('a sale from %j to %j is not, or may not be on', (starts, ends) => {
  expect(isOnSale(starts, ends, today)).toBe(false);
});
