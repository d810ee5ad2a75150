import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { JsonText, metadataView, stringifyJson } from './json-text.ts';

test.each(['12345678901234567890', '1e400', '1.10', '-0', '"\\u0041"', '{"a":1,"a":2}', '{ "b" : [ ] }', '"$&$1"'])(
  'an answer contains the text %s unchanged',
  (text) => {
    const value = { items: [{ metadata: new JsonText(text), other: 'x' }], next_cursor: null };
    expect(stringifyJson(value)).toBe(`{"items":[{"metadata":${text},"other":"x"}],"next_cursor":null}`);
  },
);

test('an answer parses to the same value as with JSON.stringify', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.json(), anyText())), (rows) => {
      const value = rows.map(([json, text]) => ({ metadata: new JsonText(json), text }));
      const plain = rows.map(([json, text]) => ({ metadata: JSON.parse(json), text }));
      expect(JSON.parse(stringifyJson(value))).toEqual(JSON.parse(JSON.stringify(plain)));
    }),
  );
});

test('metadata of more than 10,000 levels is omitted', () => {
  const levels = (count: number) => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
  expect(metadataView(levels(10_000))?.text).toBe(levels(10_000));
  expect(metadataView(levels(10_001))).toBeNull();
});
