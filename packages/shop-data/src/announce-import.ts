import type { ImportCounts } from './import-report.ts';

export type ImportedData = 'catalogue' | 'stock' | 'orders';

/** Runs one statement in the transaction of the change. */
export type Execute = (text: string, values: readonly unknown[]) => Promise<unknown>;

// Uses the database's clock. The time of the stock is unchanged when the file does not confirm the stock.
const raiseVersions = `
  WITH noted AS (DELETE FROM unannounced_orders WHERE brand_id = $1::uuid AND $4::boolean RETURNING brand_id)
  INSERT INTO data_versions AS versions (brand_id, catalogue, stock, orders, stock_imported_at)
  SELECT id, $2::bigint, $3::bigint, (SELECT count(*) FROM noted), CASE WHEN $5::boolean THEN now() END
  FROM brands WHERE id = $1::uuid
  ON CONFLICT (brand_id) DO UPDATE SET catalogue = versions.catalogue + excluded.catalogue,
    stock = versions.stock + excluded.stock, orders = versions.orders + excluded.orders,
    stock_imported_at = coalesce(excluded.stock_imported_at, versions.stock_imported_at)`;

/**
 * Notifies the services of new data. A file that changed nothing does not count, except that a stock file confirms the levels as
 * of now, unless its import ended early. Order lines count when `noteOrders` noted them.
 */
export async function announceImport(
  execute: Execute,
  brandId: string,
  data: ImportedData,
  counts: Omit<ImportCounts, 'rejected'>,
): Promise<void> {
  const { inserted, updated, unchanged, retired = 0, interrupted } = counts;
  const step = (of: 'catalogue' | 'stock') => (of === data && inserted + updated + retired > 0 ? 1 : 0);
  const confirmsStock = data === 'stock' && !interrupted && inserted + updated + unchanged > 0;
  await execute(raiseVersions, [brandId, step('catalogue'), step('stock'), data === 'orders', confirmsStock]);
}

/** Notes that the stock levels of the last import are still those of the shop. */
export async function confirmStock(execute: Execute, brandId: string): Promise<void> {
  await execute('UPDATE data_versions SET stock_imported_at = now() WHERE brand_id = $1::uuid', [brandId]);
}
