import { getCountries } from 'libphonenumber-js';
import { currencyOfCountry } from './currency.ts';

test.each([
  ['US', 'USD'],
  ['DE', 'EUR'],
  ['GB', 'GBP'],
  ['CH', 'CHF'],
  ['PR', 'USD'],
])('the currency of %s is %s', (country, currency) => expect(currencyOfCountry(country)).toBe(currency));

test('every country that a brand may have has a currency of three letters', () => {
  expect(
    getCountries()
      .map(currencyOfCountry)
      .filter((code) => !/^[A-Z]{3}$/.test(code)),
  ).toEqual([]);
});
