import type { Query } from '@callside/database';

/** What ranking and requests need to know of a brand. */
export interface BrandSettings {
  /** IANA name; UTC when Intl does not support the stored one. */
  timeZone: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** How often the last offer of a list is drawn, from 0 to 0.2. */
  explorationRate: number;
  /** For how many days a product that was bought is not offered again; 0: it may be. */
  justBoughtDays: number;
  /** For how many days a declined product is not offered again; 0: it may be. */
  restDays: number;
}

/** null: there is no such brand. */
export async function readBrandSettings(query: Query, brandId: string): Promise<BrandSettings | null> {
  const [brand] = await query<BrandSettings>(
    `SELECT time_zone AS "timeZone", country, currency, exploration_rate AS "explorationRate",
            just_bought_days AS "justBoughtDays", rest_days AS "restDays" FROM brands WHERE id = $1`,
    [brandId],
  );
  if (brand === undefined) return null;
  return isTimeZone(brand.timeZone) ? brand : { ...brand, timeZone: 'UTC' };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
