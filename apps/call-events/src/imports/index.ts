// Imports: files of owners with products, stock levels, orders and returns.

import type { Logger } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import type { Environment } from '../settings.ts';
import { ImportThread } from './import-thread.ts';
import { createImportsRoutes } from './imports.routes.ts';

interface Dependencies {
  environment: Pick<Environment, 'DATABASE_URL' | 'SIZED_ARTICLE_TYPES'>;
  requireSession: RequestHandler;
  logger: Logger;
}

export function createImports({ environment, requireSession, logger }: Dependencies) {
  const thread = new ImportThread({
    databaseUrl: environment.DATABASE_URL,
    sizedTypes: environment.SIZED_ARTICLE_TYPES,
  });
  return {
    routes: createImportsRoutes({ requireSession, thread, logger }),
    close: () => thread.stop(),
  };
}
export { connectionsOfImport } from './import-thread.ts';
