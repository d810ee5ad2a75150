import { rowsOf, today } from '../../test/support/small-shops.ts';
import { callerOf } from './caller.ts';
import { customerLinesOf } from './purchase-index/customer-lines.ts';

const bought = (customer: number, item: number, day: number) => ({ customer, item, day });
const line = (item: number | null, day: number | null) => ({ item, type: null, day });
const lines = customerLinesOf(
  rowsOf([bought(0, 1, 100), bought(0, 2, 200), bought(1, 1, 100), bought(1, 2, 201), bought(2, 2, 200)]),
  today,
);

test('the caller is who bought the same on the same days', () => {
  const isCaller = callerOf({ lines }, [line(1, 100), line(2, 200)]);
  expect([isCaller(0), isCaller(1)]).toEqual([true, false]);
});

test('a history with lines that the index does not have yet is of the same caller', () => {
  expect(callerOf({ lines }, [line(2, 300), line(1, 100), line(2, 200), line(null, 90)])(0)).toBe(true);
});

test('lines without a date are of any day', () => {
  const isCaller = callerOf({ lines }, [line(1, null), line(2, null)]);
  expect([isCaller(0), isCaller(1)]).toEqual([true, true]);
});

test('a customer who bought anything else is another one', () => {
  expect(callerOf({ lines }, [line(1, 100)])(0)).toBe(false);
});

test('a customer who has nothing beyond the history counts as the caller, having nothing to add', () => {
  expect(callerOf({ lines }, [line(1, 100), line(2, 200)])(2)).toBe(true);
});

test('without a known purchase nobody is the caller', () => {
  expect([0, 1, 2].map(callerOf({ lines }, [line(null, 100)]))).toEqual([false, false, false]);
});
