import type { CountryCode } from 'libphonenumber-js/max';

/** The organisation that a host belongs to. */
export interface Brand {
  id: string;
  slug: string;
  /** The country of phone numbers in national format. */
  country: CountryCode;
}
