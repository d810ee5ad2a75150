import fc from 'fast-check';
import { anyText } from './any-text.ts';

test('texts have whole characters only, of one to four bytes', () => {
  const sizes = new Set<number>();
  fc.assert(
    fc.property(anyText({ maxLength: 20 }), (text) => {
      expect(Buffer.from(text).toString()).toBe(text);
      for (const character of text) sizes.add(Buffer.byteLength(character));
    }),
    { numRuns: 1_000, seed: 1 },
  );
  expect([...sizes].sort()).toEqual([1, 2, 3, 4]);
});

test('texts can be names that every object has', () => {
  expect(anyText().canShrinkWithoutContext('__proto__')).toBe(true);
  expect(anyText().canShrinkWithoutContext('\ud800')).toBe(false);
});
