import { byName, compareValues } from './in-order.ts';

test('users are listed by name, with numbers by their value and letters with marks beside those without', () => {
  const names = ['Rep 10', 'Zoe', 'rep 2', 'Émile', 'Emil', 'Rep 1'];
  const users = names.map((name) => ({ name, email: 'a@reps.example' }));
  expect(byName(users).map(({ name }) => name)).toEqual(['Emil', 'Émile', 'Rep 1', 'rep 2', 'Rep 10', 'Zoe']);
});

test('users of one name are listed by address', () => {
  const users = ['b10@reps.example', 'b9@reps.example'].map((email) => ({ name: 'Bo', email }));
  expect(byName(users).map(({ email }) => email)).toEqual(['b9@reps.example', 'b10@reps.example']);
});

test.each([
  [
    [10, 9, -1],
    [-1, 9, 10],
  ],
  [
    ['b', '', 'a'],
    ['', 'a', 'b'],
  ],
  [
    ['2026-11-10T00:00:00Z', '2026-11-09T00:00:00Z'],
    ['2026-11-09T00:00:00Z', '2026-11-10T00:00:00Z'],
  ],
])('the values %j are sorted as %j', (values: unknown[], sorted) => {
  expect(values.toSorted(compareValues)).toEqual(sorted);
});
