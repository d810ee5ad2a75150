import fc from 'fast-check';
import { offerInWords, priceInWords } from './offer-in-words.ts';

const product = (title: string, webPrice: number, articleType = 'ring') => ({
  sku: '1',
  title,
  webPrice,
  articleType,
  size: null,
  attributes: {},
});

test.each([
  [129.99, 'USD', 'one hundred twenty-nine dollars and ninety-nine cents'],
  [1, 'USD', 'one dollar'],
  [1.01, 'GBP', 'one pound and one penny'],
  [0.1, 'EUR', 'ten cents'],
  [0, 'USD', 'zero dollars'],
  [1249, 'CHF', 'one thousand two hundred forty-nine francs'],
  [12.5, 'PLN', 'twelve point five zero Polish zlotys'],
  [1980, 'JPY', 'one thousand nine hundred eighty Japanese yen'],
  [0.999, 'USD', 'one dollar'],
])('%d %s is read as %s', (amount, currency, words) => expect(priceInWords(amount, currency)).toBe(words));

test.each([
  ['Opal Studs', 'Opal Studs, for ninety-nine dollars and fifty cents.'],
  ['  Rings & Things™ (new!) – 14K ', 'Rings and Things new 14K, for ninety-nine dollars and fifty cents.'],
  ['***', 'ring, for ninety-nine dollars and fifty cents.'],
  ['Zoë’s 1/2 ct. ring.', 'Zoë s 1/2 ct. ring, for ninety-nine dollars and fifty cents.'],
])('%s is read as %s', (title, sentence) => expect(offerInWords(product(title, 99.5), 'USD')).toBe(sentence));

test('a product that costs nothing is not sold for zero dollars', () => {
  expect(offerInWords(product('Polishing cloth', 0), 'USD')).toBe('Polishing cloth, free of charge.');
  expect(offerInWords(product('Polishing cloth', 0.004), 'USD')).toBe('Polishing cloth, free of charge.');
});

test('a price of more than 90 characters stays in digits', () => {
  expect(offerInWords(product('Opal', 377_777.77), 'USD')).toMatch(/^Opal, for [\d,.]+ US dollars\.$/);
  expect(offerInWords(product('Opal', 377_777), 'USD')).toMatch(/^Opal, for three hundred .* dollars\.$/);
});

test('a long name ends after its last whole word that leaves room for the price', () => {
  const words = Array.from({ length: 30 }, (_, n) => `w${n}`).join(' ');
  expect(offerInWords(product(words, 5), 'USD')).toBe(`${words.split(' ').slice(0, 16).join(' ')}, for five dollars.`);
  const letters = (count: number) => 'x'.repeat(count);
  // 115 characters, without the price, the comma and the space.
  expect(offerInWords(product(`${letters(40)} ${letters(55)} more`, 5), 'USD')).toBe(
    `${letters(40)} ${letters(55)}, for five dollars.`,
  );
  expect(offerInWords(product(`${letters(40)} ${letters(56)} more`, 5), 'USD')).toBe(
    `${letters(40)}, for five dollars.`,
  );
});

test('a product without a readable name is called this product', () => {
  expect(offerInWords(product('', 2, ' '), 'USD')).toBe('This product, for two dollars.');
});

test.each([0, 1])('a first word that is too long is cut between two characters', (letters) => {
  const sentence = offerInWords(product(`${'a'.repeat(letters)}${'𠮷'.repeat(100)}`, 5), 'USD');
  expect(sentence.isWellFormed()).toBe(true);
  expect(sentence).toMatch(/𠮷, for five dollars\.$/u);
});

test('every offer can be read out in less than 8 s: at most 20 words and 120 characters, on one line', () => {
  const price = fc.double({ min: 0, max: 999_999_999_999, noNaN: true });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      price,
      fc.constantFrom('USD', 'PLN', 'JPY', 'EUR'),
      (title, webPrice, currency) => {
        const sentence = offerInWords(product(title, webPrice), currency);
        expect(sentence.split(' ').length).toBeLessThanOrEqual(20);
        expect(sentence.length).toBeLessThanOrEqual(120);
        expect(sentence.isWellFormed()).toBe(true);
        expect(sentence).toMatch(/^[^<>&\n]+, (?:for .+|free of charge)\.$/u);
      },
    ),
  );
});
