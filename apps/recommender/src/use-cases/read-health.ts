import type { RecommenderHealth } from '@callside/schemas';

export interface SnapshotStatus {
  /** Null until a catalogue has been loaded. */
  catalogVersion: string | null;
  items: number;
  loadedAt: Date | null;
  itemsInStock: number;
  stockRefreshedAt: Date | null;
  /** When the operator last imported stock. */
  stockImportedAt: Date | null;
  orders: { lines: number; customers: number; builtAt: Date } | null;
  /** Why what is loaded is not what is on file; null when all is well. */
  problem: string | null;
}

export interface ModelStatus {
  /** `none` without one. */
  artifactVersion: string;
  origin: 'published' | 'bundled' | 'none';
  trainedAt: string | null;
  /** Why the model that is to serve does not; null when all is well. */
  problem: string | null;
}

interface Dependencies {
  /** Slug; null until the database has told. */
  brand: () => string | null;
  snapshotStatus: () => SnapshotStatus;
  modelStatus: () => ModelStatus;
  featureSchemaHash: string;
  /** Whether histories can be looked up. Never rejects. */
  canReadHistory: () => Promise<boolean>;
  /** Whether the database answers. Never rejects. */
  canReachDatabase: () => Promise<boolean>;
  now: () => Date;
}

export interface Health {
  canServe: boolean;
  isDegraded: boolean;
  sections: Omit<RecommenderHealth, 'status'>;
}

const stockIsStaleAfterMs = 30 * 60_000;

/** Whether offers can be made at all, and what they have to do without. */
export function createReadHealth(dependencies: Dependencies) {
  return async (): Promise<Health> => {
    const [isUp, hasHistory] = await Promise.all([dependencies.canReachDatabase(), dependencies.canReadHistory()]);
    const snapshot = dependencies.snapshotStatus();
    const modelInService = dependencies.modelStatus();
    const { stockRefreshedAt } = snapshot;
    const stockAgeMs = stockRefreshedAt && dependencies.now().getTime() - stockRefreshedAt.getTime();
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
        status: stockAgeMs === null || stockAgeMs > stockIsStaleAfterMs ? 'stale' : 'ok',
        in_stock: snapshot.itemsInStock,
        refreshed_at: stockRefreshedAt?.toISOString() ?? null,
        age_seconds: stockAgeMs === null ? null : Math.max(0, stockAgeMs / 1000),
        imported_at: snapshot.stockImportedAt?.toISOString() ?? null,
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

function modelStatus({ origin, problem }: ModelStatus): RecommenderHealth['model']['status'] {
  if (origin === 'none') return 'unavailable';
  return problem === null ? 'ok' : 'impaired';
}
