import { createSecretBox } from '@callside/auth';
import { createDatabase, queryThrough } from '@callside/database';
import { BackgroundTask, createBodyBudget, createRateLimit, type Logger } from '@callside/service-kit';
import type { Router } from 'express';
import type { Pools } from '../pools.ts';
import type { Environment } from '../settings.ts';
import type { BrandInService } from './brand-in-service.ts';
import { forgetDeliveries } from './deliveries/forget-deliveries.store.ts';
import { findShopSecret } from './deliveries/shop-secrets.store.ts';
import { ShopStore } from './deliveries/shops.store.ts';
import type { ShopMetrics } from './shop-metrics.ts';
import { createShopsRoutes } from './shops.routes.ts';
import { takeShopDelivery } from './take-shop-delivery.ts';

interface Dependencies {
  environment: Environment;
  /** From an address. */
  unsignedPerMinute: number;
  pools: Pools;
  brand: BrandInService;
  metrics: ShopMetrics;
  logger: Logger;
}

interface ShopDeliveries {
  routes: Router;
  start: () => void;
  close: () => Promise<void>;
}

/** Shopify waits for 5 seconds. */
const statementTimeoutMs = 4_000;
/** Pause after a run that deleted rows (busy), and after one that deleted none (idle). */
const forgetPauseMs = { busy: 1_000, idle: 3_600_000 };

/** The webhooks of shops. */
export function createShopDeliveries(dependencies: Dependencies): ShopDeliveries {
  const { environment, unsignedPerMinute, pools, brand, metrics, logger } = dependencies;
  const { DATABASE_URL: url, SECRETS_KEY: secrets = environment.SESSION_SECRET } = environment;
  const query = queryThrough(pools.operations);
  const forget = new BackgroundTask({
    name: 'forget deliveries of shops',
    pauseMs: (rows = 0) => (rows > 0 ? forgetPauseMs.busy : forgetPauseMs.idle),
    run: async () => (brand.current === null ? 0 : forgetDeliveries(query, brand.current.id)),
    logger,
  });
  if (secrets === undefined) {
    return { routes: createShopsRoutes({ shops: null }), start: () => forget.start(), close: () => forget.stop() };
  }

  const database = createDatabase({
    url,
    // One connection writes while the others wait for it.
    maxConnections: 3,
    applicationName: 'recommender shops',
    statementTimeoutMs,
    connectionTimeoutMs: statementTimeoutMs,
    settings: { synchronous_commit: 'on' },
  });
  const store = new ShopStore({ database, brandId: brand.id });
  const box = createSecretBox({ secrets });
  const unsigned = createRateLimit({ name: 'unsigned-deliveries', perMinute: unsignedPerMinute });
  return {
    routes: createShopsRoutes({
      shops: {
        findSecret: async (shop) => findShopSecret(shop, { query, box, brandId: brand.id() }),
        take: (delivery) => takeShopDelivery(delivery, store),
        countUnsigned: unsigned.take,
        count: metrics.countShopDelivery,
        now: () => new Date(),
        budget: createBodyBudget(),
      },
    }),
    start: () => forget.start(),
    close: async () => {
      await forget.stop();
      await database.close();
    },
  };
}
