import fc from 'fast-check';
import { articleTypeKey } from './article-type.ts';

test.each([
  ['ring', ['ring', 'Ring', 'RINGS', ' rings\t']],
  ['bracelet', ['bracelet', 'Bracelets']],
  ['bangle', ['bangle', 'BANGLES']],
  ['watch', ['watch', 'Watches']],
  ['glass', ['glass', 'Glasses']],
  ['gift box', ['gift box', 'Gift  Boxes']],
])('"%s" is the form of all ways to write it', (key, spellings) => {
  expect(spellings.map(articleTypeKey)).toEqual(spellings.map(() => key));
});

test('article types that only begin or end alike stay apart', () => {
  const keys = ['Ring', 'Earrings', 'Ring Box', 'Toe Ring', 'String', ''].map(articleTypeKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test('case, white space around and the Unicode form make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFD'), (name, form) => {
      expect(articleTypeKey(` ${name.normalize(form)}\n`)).toBe(articleTypeKey(name));
    }),
  );
});
