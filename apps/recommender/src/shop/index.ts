// The shop: its catalogue, stock and orders in memory, its brand, and the webhooks that change them.

export { findServedBrand } from './brand.store.ts';
export { BrandInService, brandNotKnown } from './brand-in-service.ts';
export { type BrandSettings, readBrandSettings } from './brand-settings.store.ts';
export { createShopDeliveries } from './create-shop-deliveries.ts';
export { readObjections } from './objections.store.ts';
export { createShopMetrics } from './shop-metrics.ts';
export { readCatalogue } from './snapshots/catalogue.store.ts';
export { readPurchaseRows } from './snapshots/purchase-rows.store.ts';
export { readInChunks } from './snapshots/read-in-chunks.ts';
export { SnapshotSource } from './snapshots/snapshot-source.ts';
export { yieldProcessor } from './snapshots/yield-processor.ts';
export { readUnitCosts } from './unit-costs.store.ts';
