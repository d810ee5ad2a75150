import { randomUUID } from 'node:crypto';
import type { Metrics } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import type { BrandInService } from '../shop/index.ts';
import { createPurchaseRoutes } from './purchase.routes.ts';
import { createPurchaseMetrics } from './purchase-metrics.ts';
import { PurchaseStore } from './purchases.store.ts';
import { PurchaseRecorder } from './record-purchase.ts';
import { storeVoid } from './voids.store.ts';

interface Dependencies {
  pools: Pools;
  brand: BrandInService;
  requireKey: RequestHandler;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
  metrics: Metrics;
}

/** Confirmations of purchases, and their voids. */
export function createPurchases({ pools, brand, requireKey, country, metrics }: Dependencies): { routes: Router } {
  const counters = createPurchaseMetrics(metrics);
  const onFile = { pool: pools.purchases, brandId: brand.id };
  return {
    routes: createPurchaseRoutes({
      requireKey,
      recorder: new PurchaseRecorder({ store: new PurchaseStore(onFile), newId: randomUUID, metrics: counters }),
      storeVoid: async (request) => storeVoid(pools.purchases, brand.id(), request),
      metrics: counters,
      country,
    }),
  };
}
