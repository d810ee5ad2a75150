import type { Query } from '@callside/database';

/** The time zone of a brand; UTC when Intl does not support the stored one. */
export async function readTimeZone(query: Query, brandId: string): Promise<string> {
  const [brand] = await query<{ timeZone: string }>('SELECT time_zone AS "timeZone" FROM brands WHERE id = $1', [
    brandId,
  ]);
  return brand !== undefined && isTimeZone(brand.timeZone) ? brand.timeZone : 'UTC';
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
