import fc from 'fast-check';
import { isNestedDeeperThan } from './json-nesting.ts';

function nestingOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(nestingOf));
}

test('the nesting of a JSON text equals that of its parsed value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (json, indent) => {
      const value = JSON.parse(json);
      const text = JSON.stringify(value, null, indent);
      const levels = nestingOf(value);
      expect(isNestedDeeperThan(levels, text)).toBe(false);
      if (levels > 0) expect(isNestedDeeperThan(levels - 1, text)).toBe(true);
    }),
  );
});

test('the shortest text of a nesting is measured', () => {
  expect(isNestedDeeperThan(3, '[[[[]]]]')).toBe(true);
  expect(isNestedDeeperThan(4, '[[[[]]]]')).toBe(false);
});

test('brackets and quotes in strings do not count as levels', () => {
  expect(isNestedDeeperThan(1, JSON.stringify({ '[[{"\\': '\\"[{[{"\\\\' }))).toBe(false);
});
