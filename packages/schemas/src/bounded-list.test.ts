import { z } from 'zod';
import { boundedList } from './bounded-list.ts';

const schema = boundedList('lines', z.object({ one: z.string(), two: z.string() }), 10_000);

function pathsOf(sent: unknown) {
  return schema.safeParse(sent).error?.issues.map(({ path }) => path.join('.')) ?? [];
}

test('a list of the most elements is accepted', () => {
  const sent = Array(10_000).fill({ one: '1', two: '2' });
  expect(schema.parse(sent)).toEqual(sent);
});

test('each wrong element of a short list has its issues, at its place', () => {
  const right = { one: '1', two: '2' };
  expect(pathsOf([right, { one: 1, two: '2' }, right, {}])).toEqual(['1.one', '3.one', '3.two']);
});

test.each([
  ['from the first on', 0],
  ['at the end', 9_000],
])('a list full of wrong elements, %s, has the first hundred issues', (_where, right) => {
  const paths = pathsOf([...Array(right).fill({ one: '1', two: '2' }), ...Array(10_000 - right).fill({})]);
  expect(paths).toHaveLength(100);
  expect([paths[0], paths[99]]).toEqual([`${right}.one`, `${right + 49}.two`]);
});

test('a list that is too long has one issue, and one that is no list, too', () => {
  expect(pathsOf(Array(10_001).fill({}))).toEqual(['']);
  expect(pathsOf('x')).toEqual(['']);
});
