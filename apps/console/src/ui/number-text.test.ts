import { hasTooManyDecimals, numberIn } from './number-text.ts';

const asPrice = { fractionDigits: 2 };

test.each([
  // A comma or a point with one or two digits after it can only be a decimal separator, in every language.
  ['de', '7,50', 7.5],
  ['de', '7.50', 7.5],
  ['en', '7.50', 7.5],
  ['en', '7,50', 7.5],
  ['en', '7,5', 7.5],
  ['de', '7,', 7],
  ['de', '0,99', 0.99],
  ['en', '.5', 0.5],
  ['de', '1234', 1234],
  // Both separators: the last one is the decimal one.
  ['de', '1.234,50', 1234.5],
  ['de', '1,234.50', 1234.5],
  ['en', '1.234,50', 1234.5],
  ['en', "1'234.50", 1234.5],
  ['de', '1’234.50', 1234.5],
  ['de', '1 234,50', 1234.5],
  ['en', '12,345,678', 12345678],
  ['de', '12,345,678', 12345678],
  // Three digits after one separator: the language decides.
  ['de', '1.234', 1234],
  ['en', '1,234', 1234],
  ['de', ' 1.234 ', 1234],
])('in %s, the price %j is %d', (language, text, number) => {
  expect(numberIn(text, language, asPrice)).toBe(number);
});

test.each([
  ['de', '1,234'],
  ['en', '1.234'],
  ['en', '0,123'],
  ['en', '7.505'],
  ['en', '1,23,456'],
  ['en', '1,2345.00'],
  ['en', '1.234.5'],
  ['en', '1,234,50'],
  ['en', "1,234'567"],
  ['en', '-1'],
  ['en', '1e3'],
  ['en', '$5'],
  ['en', '5 %'],
  ['en', ''],
  ['en', ','],
])('in %s, the text %j is no price', (language, text) => {
  expect(numberIn(text, language, asPrice)).toBeNaN();
});

test('three digits after the decimal separator of the language are a number that may have them', () => {
  expect(numberIn('1,234', 'de', { fractionDigits: 3 })).toBe(1.234);
  expect(numberIn('1,234', 'en', { fractionDigits: 3 })).toBe(1234);
  expect(numberIn('0,123', 'en', { fractionDigits: 3 })).toBe(0.123);
});

test.each([
  ['de', '5,5 %', 0.055],
  ['en', '5,5%', 0.055],
  ['en', '5.5', 0.055],
  ['en', '29', 0.29],
])('in %s, the percentage %j is the share %d', (language, text, share) => {
  expect(numberIn(text, language, { fractionDigits: 1, isPercent: true })).toBe(share);
});

test.each([
  ['7.555', true],
  ['1,234.567', true],
  ['7.55', false],
  ['7.5a5', false],
  ['', false],
])('the text %j is a price with too many decimals: %p', (text, hasTooMany) => {
  expect(hasTooManyDecimals(text, 'en', asPrice)).toBe(hasTooMany);
});
