import type { Query } from '@callside/database';

export interface ServedBrand {
  id: string;
  slug: string;
  /** Id of this deployment; empty when the database has none. Then every stored model counts as foreign. */
  deployment: string;
}

/** `problem` says what the operator can do about it. */
export type BrandLookup = { ok: true; brand: ServedBrand } | { ok: false; problem: string };

const findBrands = `
  SELECT id::text AS id, slug, coalesce((SELECT id::text FROM deployments), '') AS deployment
    FROM brands WHERE $1::text IS NULL OR slug = $1 ORDER BY slug LIMIT 2`;

/** The brand that a deployment serves: the one with that slug, or the only one. Rejects while the database is unavailable. */
export async function findServedBrand(query: Query, slug: string | undefined): Promise<BrandLookup> {
  const [brand, another] = await query<ServedBrand>(findBrands, [slug ?? null]);
  if (brand === undefined) {
    const problem =
      slug === undefined
        ? 'There is no brand to serve. Create one: callside brand create --slug SLUG --name NAME --country US --host HOST'
        : 'BRAND is not valid: no brand has that slug. To list the brands: callside brand list';
    return { ok: false, problem };
  }
  if (another !== undefined) {
    const problem = `BRAND is not set, and there are several brands. Example: BRAND=${brand.slug}`;
    return { ok: false, problem };
  }
  return { ok: true, brand };
}
