import type { Query } from '@callside/database';
import { OperatorError } from './operator-error.ts';

export interface Brand {
  id: string;
  slug: string;
  name: string;
  country: string;
  /** IANA name. Decides the days of orders. */
  time_zone: string;
  hosts: string[];
}

const selectBrands = `
  SELECT id, slug, name, country, time_zone, ARRAY(SELECT host FROM brand_hosts WHERE brand_id = brands.id ORDER BY host) AS hosts
  FROM brands`;

export function listBrands(query: Query): Promise<Brand[]> {
  return query<Brand>(`${selectBrands} ORDER BY slug`);
}

/** Throws OperatorError when there is no brand with that slug. */
export async function findBrand(query: Query, slug: string): Promise<Brand> {
  const [brand] = await query<Brand>(`${selectBrands} WHERE slug = $1`, [slug]);
  if (brand === undefined) {
    throw new OperatorError(`there is no brand ${JSON.stringify(slug)}`, {
      code: 'not_found',
      hint: '`callside brand list` shows those there are',
    });
  }
  return brand;
}
