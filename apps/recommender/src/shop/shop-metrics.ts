import type { Metrics } from '@callside/service-kit';
import type { SnapshotStatus } from '../read-health.ts';

interface Sources {
  status: () => SnapshotStatus;
  now: () => Date;
}

export type ShopMetrics = ReturnType<typeof createShopMetrics>;

/** What of the shop is loaded, and what its webhooks came to. */
export function createShopMetrics(metrics: Metrics, { status, now }: Sources) {
  const deliveries = metrics.counter('shop_deliveries_total', 'Webhooks of shops by outcome.', [
    'shop',
    'topic',
    'outcome',
  ]);
  metrics.gaugeOf('catalog_items', 'Items of the catalogue that is loaded.', () => status().items);
  metrics.gaugeOf(
    'catalog_items_in_stock',
    'Items of the catalogue in stock, without retired ones.',
    () => status().itemsInStock,
  );
  metrics.gaugeOf('stock_age_seconds', 'Age of the stock data: time since it was last imported.', () => {
    const { stockImportedAt } = status();
    return stockImportedAt === null ? undefined : (now().getTime() - stockImportedAt.getTime()) / 1000;
  });
  return { countShopDelivery: (labels: { shop: string; topic: string; outcome: string }) => deliveries.inc(labels) };
}
