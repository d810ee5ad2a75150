import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { storableText } from './storable-text.ts';

test.each([
  ['', ''],
  ['plain', 'plain'],
  ['é 🙂 \u2028 \u0001', 'é 🙂 \u2028 \u0001'],
  ['a\u0000b', 'a\ufffdb'],
  ['a\ud800b', 'a\ufffdb'],
  ['\udc00\ud800', '\ufffd\ufffd'],
  ['\ud83d\ude00\ud83d', '\ud83d\ude00\ufffd'],
])('%j is stored as %j', (text, stored) => {
  expect(storableText(text)).toBe(stored);
});

test('a storable text is unchanged by UTF-8 encoding, and contains no NUL', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\0', '\ud800', '\udc00', '🙂', '\ufffd') }), (text) => {
      const stored = storableText(text);
      expect(Buffer.from(stored, 'utf8').toString('utf8')).toBe(stored);
      expect(stored).not.toContain('\0');
      expect(stored).toHaveLength(text.length);
      expect(storableText(stored)).toBe(stored);
    }),
  );
});
