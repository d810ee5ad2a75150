import type { Query } from '@callside/database';
import type { ImportCounts } from './import/import-report.ts';

export type ImportedData = 'catalogue' | 'stock' | 'orders';

const raise = `
  INSERT INTO data_versions AS versions (brand_id, catalogue, stock, orders, stock_imported_at)
  VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END)
  ON CONFLICT (brand_id) DO UPDATE SET catalogue = versions.catalogue + excluded.catalogue,
    stock = versions.stock + excluded.stock, orders = versions.orders + excluded.orders,
    stock_imported_at = coalesce(excluded.stock_imported_at, versions.stock_imported_at)`;

/**
 * Notifies the services of new data. A file that changed nothing does not count, except that a stock file confirms the levels as
 * of now, unless its import ended early.
 */
export async function announceImport(
  query: Query,
  brandId: string,
  data: ImportedData,
  { inserted, updated, unchanged, retired = 0, interrupted }: ImportCounts,
): Promise<void> {
  const step = (of: ImportedData) => (of === data && inserted + updated + retired > 0 ? 1 : 0);
  const confirmsStock = data === 'stock' && !interrupted && inserted + updated + unchanged > 0;
  await query(raise, [brandId, step('catalogue'), step('stock'), step('orders'), confirmsStock]);
}
