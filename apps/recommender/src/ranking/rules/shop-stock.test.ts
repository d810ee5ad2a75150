import { type LocationLevel, stockOfItem } from './shop-stock.ts';

const level = (available: number, inTotal: number | null = available): LocationLevel => ({ available, inTotal });

test('without a total, the stock is the sum of the locations that have reported', () => {
  expect(stockOfItem(null, [])).toBeNull();
  expect(stockOfItem(null, [level(2, null), level(3, null)])).toBe(5);
});

test('the total counts until a level changes, whether or not every location has reported', () => {
  expect(stockOfItem(5, [])).toBe(5);
  expect(stockOfItem(5, [level(2)])).toBe(5);
  expect(stockOfItem(0, [level(2), level(3)])).toBe(0);
});

test('a level that changed after the total is added to the other locations', () => {
  expect(stockOfItem(5, [level(0, 2), level(3)])).toBe(3);
  expect(stockOfItem(5, [level(9, 2), level(3)])).toBe(12);
});

test('a location that has not reported does not count beside a changed level', () => {
  expect(stockOfItem(5, [level(0, 2)])).toBe(0);
  expect(stockOfItem(5, [level(1, null), level(2)])).toBe(3);
});

test('a location counts no more than the newer total has room for', () => {
  // The second location was disconnected unnoticed with 3 pieces.
  expect(stockOfItem(0, [level(1, 0), level(3)])).toBe(1);
  expect(stockOfItem(2, [level(0, 2), level(3)])).toBe(0);
  expect(stockOfItem(2, [level(4, 2), level(3)])).toBe(4);
  expect(stockOfItem(4, [level(0, 2), level(3)])).toBe(2);
});

test('when the levels exceed the total, a first level of a location stands alone', () => {
  expect(stockOfItem(2, [level(0, null), level(3)])).toBe(0);
});

test('levels below zero reduce the stock', () => {
  expect(stockOfItem(3, [level(-2), level(4, 5)])).toBe(2);
  expect(stockOfItem(0, [level(-2), level(1, 5)])).toBe(-1);
});

test('the stock is a number that PostgreSQL can store', () => {
  expect(stockOfItem(null, [level(2 ** 31 - 1), level(2 ** 31 - 1)])).toBe(2 ** 31 - 1);
  expect(stockOfItem(null, [level(-(2 ** 31)), level(-1)])).toBe(-(2 ** 31));
});
