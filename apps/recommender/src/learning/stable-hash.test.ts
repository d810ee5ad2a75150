import fc from 'fast-check';
import { hashOf } from './stable-hash.ts';

test('the hash of the same numbers never changes', () => {
  expect([hashOf(), hashOf(0), hashOf(1, 20_000, 7), hashOf(-1)]).toMatchInlineSnapshot(`
[
  2166136261,
  1152731489,
  2223450877,
  2377928332,
]
`);
});

test('the hash is an integer below 2^32 and depends on each number and its position', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (seed, one, other) => {
      const hash = hashOf(seed, one);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
      expect(hashOf(seed, other) === hash).toBe(one === other);
    }),
  );
  expect(hashOf(1, 2)).not.toBe(hashOf(2, 1));
});

test.each([2, 3, 4, 5, 7])('neighbouring numbers are spread evenly over %i parts', (parts) => {
  const draws = 20_000;
  const counts = new Array<number>(parts).fill(0);
  for (let index = 0; index < draws; index += 1) {
    const part = hashOf(1, 3, index) % parts;
    counts[part] = (counts[part] as number) + 1;
  }
  // Five standard deviations of fair draws.
  const margin = 5 * Math.sqrt(draws * (1 / parts) * (1 - 1 / parts));
  for (const count of counts) expect(Math.abs(count - draws / parts)).toBeLessThan(margin);
});
