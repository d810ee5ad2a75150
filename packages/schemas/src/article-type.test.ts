import fc from 'fast-check';
import { articleTypeKey } from './article-type.ts';

test.each([
  ['ring', ['ring', 'Ring', 'RINGS', ' rings\t']],
  ['bracelet', ['bracelet', 'Bracelets']],
  ['bangle', ['bangle', 'BANGLES']],
  ['watch', ['watch', 'Watches']],
  ['glass', ['glass', 'Glasses']],
  ['gift box', ['gift box', 'Gift  Boxes']],
  ['accessory', ['accessory', 'Accessories']],
  ['hoody', ['hoody', 'hoodie', 'Hoodies']],
  ['scarf', ['scarf', 'Scarves', 'scarfs']],
  ['knif', ['knife', 'Knives']],
  ['glof', ['glove', 'Gloves']],
])('"%s" is the key of all its spellings', (key, spellings) => {
  expect(spellings.map(articleTypeKey)).toEqual(spellings.map(() => key));
});

test('article types that share only a prefix or a suffix stay different', () => {
  const keys = ['Ring', 'Earrings', 'Ring Box', 'Toe Ring', 'String', ''].map(articleTypeKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test('case, surrounding white space and the Unicode form make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFD'), (name, form) => {
      expect(articleTypeKey(` ${name.normalize(form)}\n`)).toBe(articleTypeKey(name));
    }),
  );
});
