import fc from 'fast-check';
import { textArray } from './text-array.ts';

/** As PostgreSQL reads an array literal: a backslash stands for the character after it. */
function readArray(literal: string): (string | null)[] {
  expect(literal).toMatch(/^\{.*\}$/s);
  const elements = literal.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|NULL/gs) ?? [];
  expect(`{${elements.join(',')}}`).toBe(literal);
  return elements.map((one) => (one === 'NULL' ? null : one.slice(1, -1).replace(/\\(.)/gs, '$1')));
}

const text = fc.string({
  unit: fc.constantFrom('"', '\\', 'a', ',', '{', '}', '\n', '\t', '\u007f', '\u2028', 'é', '🙂'),
});

test('an array literal holds the texts', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text)), (texts) => {
      expect(readArray(textArray(texts))).toEqual(texts);
    }),
  );
});

test.each(['', '\n', '\u0001', '\ud800'])('long texts with quotes, backslashes and %j are in it whole', (odd) => {
  fc.assert(
    fc.property(text, (piece) => {
      const long = `${piece}"\\${odd}é`.repeat(2_000);
      // What UTF-8 cannot hold is gone on every way to the database.
      expect(readArray(textArray([long, null]))).toEqual([long.toWellFormed(), null]);
    }),
    { numRuns: 20 },
  );
});

test('a text that only looks like nothing is a text', () => {
  expect(textArray(['NULL', '', null])).toBe('{"NULL","",NULL}');
});
