import type { Query } from '@callside/database';

/** Counters that imports increase after they wrote. A different value means new data. */
export interface DataVersions {
  catalogue: string;
  stock: string;
  orders: string;
  stockImportedAt: Date | null;
}

const nothingImported: DataVersions = { catalogue: '0', stock: '0', orders: '0', stockImportedAt: null };

export async function readDataVersions(query: Query, brandId: string): Promise<DataVersions> {
  const [versions] = await query<DataVersions>(
    `SELECT catalogue::text AS catalogue, stock::text AS stock, orders::text AS orders,
            stock_imported_at AS "stockImportedAt"
     FROM data_versions WHERE brand_id = $1`,
    [brandId],
  );
  return versions ?? nothingImported;
}
