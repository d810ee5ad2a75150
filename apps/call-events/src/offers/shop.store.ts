import type { Query } from '@callside/database';

export interface ShopOnFile {
  /** Products that may be offered. */
  items: number;
  retired: number;
  changedAt: Date | null;
  itemsInStock: number;
  stockImportedAt: Date | null;
  /** By the database's clock. */
  stockAgeSeconds: number | null;
}

const selectShop = `
  SELECT count(*) FILTER (WHERE c.retired_at IS NULL)::int AS items,
         count(*) FILTER (WHERE c.retired_at IS NOT NULL)::int AS retired,
         max(c.updated_at) AS "changedAt",
         count(*) FILTER (WHERE c.retired_at IS NULL AND s.on_hand > 0)::int AS "itemsInStock",
         (SELECT stock_imported_at FROM data_versions WHERE brand_id = $1) AS "stockImportedAt",
         (SELECT greatest(0, extract(epoch FROM now() - stock_imported_at))::float8
            FROM data_versions WHERE brand_id = $1) AS "stockAgeSeconds"
    FROM catalog_items c LEFT JOIN stock_levels s USING (brand_id, sku) WHERE c.brand_id = $1`;

/** The catalogue and the stock of a brand, as imported. */
export class ShopStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  async read(brandId: string): Promise<ShopOnFile> {
    const [shop] = await this.#query<ShopOnFile>(selectShop, [brandId]);
    if (shop === undefined) throw new Error('an aggregate has one row');
    return shop;
  }

  /** By SKU, of products that the catalogue has. */
  async titles(brandId: string, skus: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.#query<{ sku: string; title: string }>(
      'SELECT sku, title FROM catalog_items WHERE brand_id = $1 AND sku = ANY ($2::text[])',
      [brandId, skus],
    );
    return Object.fromEntries(rows.map(({ sku, title }) => [sku, title]));
  }
}
