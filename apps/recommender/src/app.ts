import {
  createErrorHandler,
  createNotFoundHandler,
  createOperationsRoutes,
  createRequestContext,
  createSecurityHeaders,
  type Logger,
  type Metrics,
  type OperationsDependencies,
  requireOneHost,
} from '@callside/service-kit';
import express, { type Express, type RequestHandler } from 'express';
import { createModelsRoutes } from './http/models.routes.ts';
import { createPurchaseRoutes } from './http/purchase.routes.ts';
import { createRecommendRoutes } from './http/recommend.routes.ts';
import { createShopsRoutes, type ShopsDependencies } from './http/shops.routes.ts';
import type { OfferRecommender } from './use-cases/recommend-offers.ts';
import type { PurchaseRecorder } from './use-cases/record-purchase.ts';
import type { PurchaseVoider } from './use-cases/void-purchase.ts';

type RecommendDependencies = Parameters<typeof createRecommendRoutes>[0];
type ModelsDependencies = Parameters<typeof createModelsRoutes>[0];

export interface AppDependencies extends ModelsDependencies, ShopsDependencies {
  logger: Logger;
  metrics: Metrics;
  metricsAccess: OperationsDependencies['metricsAccess'];
  isReady: OperationsDependencies['isReady'];
  isDraining: OperationsDependencies['isDraining'];
  openApiDocument: OperationsDependencies['openApiDocument'];
  requireKey: RequestHandler;
  keys: RecommendDependencies['keys'];
  recommender: Pick<OfferRecommender, 'recommend'>;
  recorder: Pick<PurchaseRecorder, 'record'>;
  voider: Pick<PurchaseVoider, 'void'>;
  country: () => string;
  /** Addresses of the proxies whose forwarded headers are trusted. */
  trustProxy: string[];
}

/** The HTTP app: it opens no port and reads no environment. A deployment serves one brand, on any host. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  app.use(createRequestContext(dependencies));
  app.use(createSecurityHeaders());
  app.use(requireOneHost);
  app.use(createRecommendRoutes(dependencies));
  app.use(createPurchaseRoutes(dependencies));
  app.use(createModelsRoutes(dependencies));
  app.use(createShopsRoutes(dependencies));
  app.use(createOperationsRoutes(dependencies));
  app.use(createNotFoundHandler());
  app.use(createErrorHandler(dependencies));
  return app;
}
