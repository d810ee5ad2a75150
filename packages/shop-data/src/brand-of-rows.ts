/** What rows are read with. */
export interface BrandOfRows {
  id: string;
  /** For messages. */
  slug: string;
  /** ISO 3166-1 alpha-2: of phone numbers without a country code. */
  country: string;
  /** An IANA name, which decides the days of sales. */
  time_zone: string;
}
