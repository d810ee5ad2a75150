import { rowsOf, today } from '../../../test/support/small-shops.ts';
import { callerOf } from './caller.ts';
import { customerLinesOf } from './purchase-index/customer-lines.ts';

const bought = (customer: number, item: number, day: number) => ({ customer, item, day });
const line = (item: number | null, day: number | null) => ({ item, type: null, day });
const lines = customerLinesOf(
  rowsOf([bought(0, 1, 100), bought(0, 2, 200), bought(1, 1, 100), bought(1, 2, 201), bought(2, 2, 200)]),
  today,
);

test('a customer who bought the same on the same days is the caller', () => {
  const isCaller = callerOf({ lines }, [line(1, 100), line(2, 200)]);
  expect([isCaller(0), isCaller(1)]).toEqual([true, false]);
});

test('a customer is the caller even when the history has lines that the index does not have yet', () => {
  expect(callerOf({ lines }, [line(2, 300), line(1, 100), line(2, 200), line(null, 90)])(0)).toBe(true);
});

test('history lines without a date match any day', () => {
  const isCaller = callerOf({ lines }, [line(1, null), line(2, null)]);
  expect([isCaller(0), isCaller(1)]).toEqual([true, true]);
});

test('a customer who bought anything else is not the caller', () => {
  expect(callerOf({ lines }, [line(1, 100)])(0)).toBe(false);
});

test('a customer who has nothing beyond the history counts as the caller, because they add nothing', () => {
  expect(callerOf({ lines }, [line(1, 100), line(2, 200)])(2)).toBe(true);
});

test('without a known purchase no customer is the caller', () => {
  expect([0, 1, 2].map(callerOf({ lines }, [line(null, 100)]))).toEqual([false, false, false]);
});
