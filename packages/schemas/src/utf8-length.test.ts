import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { utf8Length } from './utf8-length.ts';

test('the bytes of any text are counted', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
  );
  expect(utf8Length('a\uD800')).toBe(4);
});
