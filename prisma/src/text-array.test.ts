import fc from 'fast-check';
import { digestArray, plainArray, textArray } from './text-array.ts';

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

test.each(['', '\n', '\u0001', '\ud800'])('long texts with quotes, backslashes and %j are unchanged', (odd) => {
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

test('an array of plain values has their texts, and instants in UTC with milliseconds', () => {
  expect(plainArray(['a-b', 7, -1.5, true, null])).toBe('{a-b,7,-1.5,true,NULL}');
  expect(plainArray([new Date('0001-01-01T00:00:00Z'), new Date('2024-02-29T12:00:00.125+02:00')])).toBe(
    '{0001-01-01T00:00:00.000Z,2024-02-29T10:00:00.125Z}',
  );
  expect(plainArray([])).toBe('{}');
});

test('an array of digests has them as bytea literals', () => {
  expect(digestArray(['00ff', null])).toBe('{"\\\\x00ff",NULL}');
});
