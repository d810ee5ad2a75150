import type { CountryCode } from 'libphonenumber-js/max';

/** The organisation that a host belongs to. */
export interface Brand {
  id: string;
  slug: string;
  /** National phone numbers are read as this country's. */
  country: CountryCode;
}
