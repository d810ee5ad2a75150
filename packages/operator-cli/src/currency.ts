import currencies from 'country-to-currency';

/** The usual currency of a country (ISO 4217); USD for a country that is not in the list. */
export function currencyOfCountry(country: string): string {
  return (currencies as Readonly<Record<string, string>>)[country] ?? 'USD';
}
