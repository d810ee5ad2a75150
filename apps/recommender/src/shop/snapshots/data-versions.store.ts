import type { Query } from '@callside/database';

/** What imports change after they wrote. A different value means new data. */
export interface DataVersions {
  catalogue: string;
  stock: string;
  orders: string;
  stockImportedAt: Date | null;
}

const nothingImported: DataVersions = { catalogue: '0', stock: '0', orders: '0', stockImportedAt: null };

// An import notes order lines with each batch and takes the note away at its end. A note of a minute ago is from an import that was
// killed or that waits for its source, and its lines count too.
const selectVersions = `
  SELECT coalesce(catalogue, 0)::text AS catalogue, coalesce(stock, 0)::text AS stock,
         concat_ws('+', coalesce(orders, 0), written_at) AS orders, stock_imported_at AS "stockImportedAt"
  FROM brands
  LEFT JOIN data_versions ON data_versions.brand_id = brands.id
  LEFT JOIN unannounced_orders ON unannounced_orders.brand_id = brands.id AND written_at < now() - interval '1 minute'
  WHERE brands.id = $1`;

export async function readDataVersions(query: Query, brandId: string): Promise<DataVersions> {
  const [versions] = await query<DataVersions>(selectVersions, [brandId]);
  return versions ?? nothingImported;
}
