import { evenly } from './evenly.ts';

test.each([
  [10, 4, [0, 2, 5, 7]],
  [9, 3, [0, 3, 6]],
  [3, 3, [0, 1, 2]],
  [2, 5, [0, 1]],
  [0, 5, []],
])('of %i numbers, at most %i at even distances are %j', (count, most, numbers) => {
  expect(evenly(count, most)).toEqual(numbers);
});
