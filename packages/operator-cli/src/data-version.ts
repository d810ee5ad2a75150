import type { Prisma } from '@callside/database';
import type { ImportCounts } from './import/import-report.ts';

export type ImportedData = 'catalogue' | 'stock' | 'orders';

/**
 * Notifies the services of new data. A file that changed nothing does not count, except that a stock file confirms the levels as
 * of now, unless its import ended early.
 */
export async function announceImport(
  prisma: Prisma.TransactionClient,
  brandId: string,
  data: ImportedData,
  { inserted, updated, unchanged, retired = 0, interrupted }: ImportCounts,
): Promise<void> {
  const step = (of: ImportedData) => (of === data && inserted + updated + retired > 0 ? 1 : 0);
  const confirmsStock = data === 'stock' && !interrupted && inserted + updated + unchanged > 0;
  // In SQL for the database's clock, and because the time of the stock is kept when a file does not confirm it.
  await prisma.$executeRaw`
    INSERT INTO data_versions AS versions (brand_id, catalogue, stock, orders, stock_imported_at)
    VALUES (${brandId}::uuid, ${step('catalogue')}, ${step('stock')}, ${step('orders')}, CASE WHEN ${confirmsStock} THEN now() END)
    ON CONFLICT (brand_id) DO UPDATE SET catalogue = versions.catalogue + excluded.catalogue,
      stock = versions.stock + excluded.stock, orders = versions.orders + excluded.orders,
      stock_imported_at = coalesce(excluded.stock_imported_at, versions.stock_imported_at)`;
}
