import { shopWords } from './shop-words.ts';

const items = [
  { word: 'ring', en: null, de: 'Ring', fr: 'Bague', es: null },
  { word: 'vip', en: 'Important', de: null, fr: null, es: null },
];

test.each([
  ['ring', 'fr', 'Bague'],
  [' RING ', 'de', 'Ring'],
  ['ring', 'en', null],
  ['vip', 'en', 'Important'],
  ['constructor', 'en', null],
  ['ring', 'ja', null],
])('the word %j in %s is %j', (word, language, said) => {
  expect(shopWords(items, language)(word)).toBe(said);
});
