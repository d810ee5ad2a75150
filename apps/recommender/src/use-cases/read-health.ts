import type { RecommenderHealth } from '@callside/schemas';

export interface SnapshotStatus {
  /** Null until a catalogue has been loaded. */
  catalogVersion: string | null;
  items: number;
  loadedAt: Date | null;
  itemsInStock: number;
  /** When this service last read the stock from the database. */
  stockRefreshedAt: Date | null;
  /** When the operator last imported stock. The age of the data counts from here. */
  stockImportedAt: Date | null;
  orders: { lines: number; customers: number; builtAt: Date } | null;
  /** Why the loaded data differs from the database; null when it does not. */
  problem: string | null;
}

export interface ModelStatus {
  /** `none` without a model. */
  artifactVersion: string;
  origin: 'published' | 'bundled' | 'none';
  trainedAt: string | null;
  /** Why the intended model does not serve; null when it does. */
  problem: string | null;
}

interface Dependencies {
  /** Slug; null until the database returned it. */
  brand: () => string | null;
  snapshotStatus: () => SnapshotStatus;
  modelStatus: () => ModelStatus;
  featureSchemaHash: string;
  /** Whether histories can be looked up. Never rejects. */
  canReadHistory: () => Promise<boolean>;
  /** Whether the database answers. Never rejects. */
  canReachDatabase: () => Promise<boolean>;
  /** Older stock data is stale; 0: stock is never stale. */
  stockStaleMinutes: number;
  now: () => Date;
}

export interface Health {
  canServe: boolean;
  isDegraded: boolean;
  sections: Omit<RecommenderHealth, 'status'>;
}

/** Whether offers can be made, and which parts are degraded. */
export function createReadHealth(dependencies: Dependencies) {
  return async (): Promise<Health> => {
    const [isUp, hasHistory] = await Promise.all([dependencies.canReachDatabase(), dependencies.canReadHistory()]);
    const snapshot = dependencies.snapshotStatus();
    const modelInService = dependencies.modelStatus();
    const { stockRefreshedAt, stockImportedAt } = snapshot;
    const stockAgeSeconds =
      stockImportedAt && Math.max(0, (dependencies.now().getTime() - stockImportedAt.getTime()) / 1000);
    const staleMinutes = dependencies.stockStaleMinutes;
    const sections: Health['sections'] = {
      brand: dependencies.brand(),
      catalog: {
        status: catalogueStatus(snapshot),
        items: snapshot.items,
        version: snapshot.catalogVersion,
        loaded_at: snapshot.loadedAt?.toISOString() ?? null,
        ...(snapshot.problem !== null && { problem: snapshot.problem }),
      },
      stock: {
        ...stockStatus(snapshot, stockAgeSeconds, staleMinutes),
        in_stock: snapshot.itemsInStock,
        refreshed_at: stockRefreshedAt?.toISOString() ?? null,
        age_seconds: stockAgeSeconds,
        imported_at: stockImportedAt?.toISOString() ?? null,
      },
      orders: snapshot.orders && {
        lines: snapshot.orders.lines,
        customers: snapshot.orders.customers,
        built_at: snapshot.orders.builtAt.toISOString(),
      },
      model: {
        status: modelStatus(modelInService),
        artifact_version: modelInService.artifactVersion,
        feature_schema_hash: dependencies.featureSchemaHash,
        origin: modelInService.origin,
        trained_at: modelInService.trainedAt,
        ...(modelInService.problem !== null && { problem: modelInService.problem }),
      },
      history: { status: hasHistory ? 'ok' : 'unavailable' },
      database: { status: isUp ? 'up' : 'down' },
    };
    const { catalog, stock, model, history } = sections;
    return {
      canServe: isUp && catalog.status !== 'not_loaded',
      isDegraded: [catalog, stock, model, history].some(({ status }) => status !== 'ok'),
      sections,
    };
  };
}

function catalogueStatus({ catalogVersion, items, problem }: SnapshotStatus): RecommenderHealth['catalog']['status'] {
  if (catalogVersion === null) return 'not_loaded';
  if (problem !== null) return 'impaired';
  return items === 0 ? 'empty' : 'ok';
}

function stockStatus(
  { itemsInStock, stockRefreshedAt }: SnapshotStatus,
  ageSeconds: number | null,
  staleMinutes: number,
): Pick<RecommenderHealth['stock'], 'status' | 'problem'> {
  if (stockRefreshedAt === null) return { status: 'stale', problem: 'no stock has been read yet' };
  if (ageSeconds === null) return { status: 'never_imported', problem: 'no stock was ever imported' };
  if (staleMinutes > 0 && ageSeconds > staleMinutes * 60) {
    return { status: 'stale', problem: `the last import of stock is older than ${staleMinutes} minutes` };
  }
  return itemsInStock === 0 ? { status: 'out_of_stock', problem: 'every product is out of stock' } : { status: 'ok' };
}

function modelStatus({ origin, problem }: ModelStatus): RecommenderHealth['model']['status'] {
  if (origin === 'none') return 'unavailable';
  return problem === null ? 'ok' : 'impaired';
}
