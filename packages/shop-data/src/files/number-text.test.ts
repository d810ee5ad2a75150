import { numberText, priceReader } from './number-text.ts';

describe('a number of a file', () => {
  it.each([
    ['8,50', '8.50'],
    ['8,5', '8.5'],
    ['0,0', '0.0'],
    ['5,0', '5.0'],
    ['0,250', '0.250'],
    ['-2,5', '-2.5'],
    ['1.250,00', '1250.00'],
    ['1,250.00', '1250.00'],
    ['1.250.000', '1250000'],
    ['1,250,000', '1250000'],
    ['1 250', '1250'],
    ['1\u202F250,00', '1250.00'],
    ["1'250.00", '1250.00'],
    ['1250', '1250'],
    ['19.99', '19.99'],
    ['0.250', '0.250'],
    ['1250.500', '1250.500'],
    ["'19.99", '19.99'],
    ['\u22122,5\u200E', '-2.5'],
  ])('that is written as %j is %s, with whatever separator of columns', (text, number) => {
    expect(numberText(text, ',')).toBe(number);
    expect(numberText(text, ';')).toBe(number);
  });

  it.each(['1,250', '12,500', '-1,250'])('keeps the comma of %j, which may be one of thousands', (text) => {
    expect(numberText(text, ',')).toBe(text);
    expect(numberText(text, ';')).toBe(text);
  });

  it.each(['1.250', '12.500', '999.999'])('that is written as %j has a comma only between semicolons', (text) => {
    expect(numberText(text, ';')).toBe(text.replace('.', ','));
    for (const delimiter of [',', '\t', '|', undefined]) expect(numberText(text, delimiter)).toBe(text);
  });

  it.each(['', 'parent', 'sold out', '1.5.0', '1,25,000', '1.250,000,5', '1,2.3', '8,', '9'.repeat(70)])(
    'that is none is unchanged: %j',
    (text) => expect(numberText(text, ';')).toBe(text),
  );
});

describe('a price of a file', () => {
  it.each([
    ['$19.99', 'USD', '19.99'],
    ['19.99 USD', 'USD', '19.99'],
    ['usd 19.99', 'USD', '19.99'],
    ['US$19.99', 'USD', '19.99'],
    ['$1,250.00 USD', 'USD', '1250.00'],
    ['CA$ 5', 'CAD', '5'],
    ['$5', 'CAD', '5'],
    ['19,99\u00A0€', 'EUR', '19.99'],
    ['1.250,00 EUR', 'EUR', '1250.00'],
    ['CHF 1’250.00', 'CHF', '1250.00'],
    ['99 kr', 'SEK', '99'],
    ['19.99', 'EUR', '19.99'],
    ['$1,250', 'USD', '1,250'],
  ])('that is written as %j is in %s %s', (text, currency, price) => {
    expect(priceReader(',', currency)(text)).toBe(price);
  });

  it.each([
    ['$19.99', 'EUR'],
    ['19.99 EUR', 'USD'],
    ['CA$5', 'USD'],
    ['5 off', 'USD'],
  ])('keeps %j, which is none in %s', (text, currency) => {
    expect(priceReader(',', currency)(text)).toBe(text);
  });
});
