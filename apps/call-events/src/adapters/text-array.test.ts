import fc from 'fast-check';
import { textArray } from './text-array.ts';

/** Parses an array literal like PostgreSQL: a backslash escapes the next character. */
function readArray(literal: string): (string | null)[] {
  expect(literal).toMatch(/^\{.*\}$/s);
  const elements = literal.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|NULL/gs) ?? [];
  expect(`{${elements.join(',')}}`).toBe(literal);
  return elements.map((one) => (one === 'NULL' ? null : one.slice(1, -1).replace(/\\(.)/gs, '$1')));
}

const text = fc.string({
  unit: fc.constantFrom('"', '\\', 'a', ',', '{', '}', '\n', '\t', '\u007f', '\u2028', 'é', '🙂'),
});

test('an array literal contains the texts', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text)), (texts) => {
      expect(readArray(textArray(texts))).toEqual(texts);
    }),
  );
});

test.each(['', '\n', '\u0001', '\ud800'])('keeps long texts with quotes, backslashes and %j unchanged', (odd) => {
  fc.assert(
    fc.property(text, (piece) => {
      const long = `${piece}"\\${odd}é`.repeat(2_000);
      // UTF-8 cannot encode lone surrogates; every way to the database replaces them.
      expect(readArray(textArray([long, null]))).toEqual([long.toWellFormed(), null]);
    }),
    { numRuns: 20 },
  );
});

test('a text that looks like NULL stays a text', () => {
  expect(textArray(['NULL', '', null])).toBe('{"NULL","",NULL}');
});
