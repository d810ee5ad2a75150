import { rangeOfDays, rowsBefore } from './purchase-rows.ts';

test('rows of today and later are left out, and the others keep their order', () => {
  const rows = {
    customers: Int32Array.of(0, 0, 1, 1),
    items: Int32Array.of(5, 6, 7, 8),
    days: Int32Array.of(9, 10, 8, 99),
  };

  expect(rowsBefore(rows, 10)).toEqual({
    customers: Int32Array.of(0, 1),
    items: Int32Array.of(5, 7),
    days: Int32Array.of(9, 8),
  });
});

test('the range of days is from the first to the last, in any order', () => {
  expect(rangeOfDays(Int32Array.of(9, 3, 12, 4))).toEqual({ first: 3, last: 12 });
  expect(rangeOfDays(new Int32Array(0))).toEqual({ first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY });
});
