import type { Query } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { CountryCode } from 'libphonenumber-js/max';
import type { Brand } from '../domain/brand.ts';

const freshForMs = 5_000;

/**
 * The brand of a host. The few hosts are cached; an unknown host is looked up before it is refused, so that a new brand
 * works at once.
 */
export function createBrandStore({ query, now }: { query: Query; now: () => number }) {
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

  /** `host` is normalised. Rejects if it is not cached and the database is unavailable. */
  return async (host: string): Promise<Brand | null> => {
    if (!brands.has(host)) await reload(null);
    // Serves the cached answer while it reloads, also while the database is unavailable.
    else if (now() - readAt > freshForMs) reload(null).catch(() => {});
    return brands.get(host) ?? null;
  };
}
