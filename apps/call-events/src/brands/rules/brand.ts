import type { CountryCode } from 'libphonenumber-js/max';

/** The organisation that a host belongs to. */
export interface Brand {
  id: string;
  slug: string;
  name: string;
  /** The country of phone numbers in national format. */
  country: CountryCode;
  /** IANA name. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Names of metadata fields that a rep sees on a call. */
  shownMetadata: readonly string[];
  /** Origins whose pages may embed the rep's page. */
  frameOrigins: readonly string[];
  /** Whether it has a recommender, so that offers are shown during calls. */
  hasOffers: boolean;
}

/** Why settings were not changed. `outdated`: others were saved since they were read. */
export type BrandRefusal = { hostTaken: string } | { outdated: true };
