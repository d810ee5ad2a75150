import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { CountryCode } from 'libphonenumber-js/max';
import type { Brand } from '../domain/brand.ts';

const freshForMs = 5_000;

/**
 * Which brand a host belongs to. The few hosts there are stay in memory; an unknown one is looked up before it is
 * refused, so that a brand serves from the moment it is created.
 */
export function createBrandDirectory({ query, now }: { query: Query; now: () => number }) {
  let brands: ReadonlyMap<string, Brand> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;

  const reload = createNaturalBatcher<null, void>({
    maxItems: 10_000,
    maxWaitMs: 1_000,
    maxQueued: 10_000,
    run: async (askers) => {
      const rows = await query<{ host: string; id: string; slug: string; country: CountryCode }>(
        'SELECT h.host, b.id, b.slug, b.country FROM brand_hosts h JOIN brands b ON b.id = h.brand_id',
        [],
      );
      brands = new Map(rows.map(({ host, id, slug, country }) => [host, { id, slug, country }]));
      readAt = now();
      return askers.map(() => undefined);
    },
  });

  /** `host` is normalised. Rejects when it is not in memory and the database is away. */
  return async (host: string): Promise<Brand | null> => {
    if (!brands.has(host)) await reload(null);
    // The answer at hand is good enough meanwhile, also when the database is away.
    else if (now() - readAt > freshForMs) reload(null).catch(() => {});
    return brands.get(host) ?? null;
  };
}
