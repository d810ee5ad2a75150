import type { RecommenderHealth } from '@callside/schemas';
import type { Readiness } from '@callside/service-kit';

type Sections = Omit<RecommenderHealth, 'status'>;

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
  /** `none`: no model ranks. */
  origin: 'published' | 'bundled' | 'none';
  trainedAt: string | null;
  /** Why the intended model does not serve; null when it does. */
  problem: string | null;
}

/** The data from which health is computed. */
interface Observed {
  /** Slug; null until the database returned it. */
  brand: string | null;
  snapshot: SnapshotStatus;
  model: ModelStatus;
  featureSchemaHash: string;
  canReadHistory: boolean;
  canReachDatabase: boolean;
  /** Older stock data is stale; 0: stock is never stale. */
  stockStaleMinutes: number;
  now: Date;
}

/** The body of `/health`: whether offers can be made, and which parts are degraded. */
export function readHealth(observed: Observed): Readiness {
  const { snapshot, canReachDatabase } = observed;
  const { stockRefreshedAt, stockImportedAt } = snapshot;
  const stockAgeSeconds = stockImportedAt && Math.max(0, (observed.now.getTime() - stockImportedAt.getTime()) / 1000);
  const catalog = {
    status: catalogueStatus(snapshot),
    items: snapshot.items,
    version: snapshot.catalogVersion,
    loaded_at: snapshot.loadedAt?.toISOString() ?? null,
    ...(snapshot.problem !== null && { problem: snapshot.problem }),
  };
  const stock = {
    ...stockStatus(snapshot, stockAgeSeconds, observed.stockStaleMinutes),
    in_stock: snapshot.itemsInStock,
    refreshed_at: stockRefreshedAt?.toISOString() ?? null,
    age_seconds: stockAgeSeconds,
    imported_at: stockImportedAt?.toISOString() ?? null,
  };
  const orders = snapshot.orders && {
    lines: snapshot.orders.lines,
    customers: snapshot.orders.customers,
    built_at: snapshot.orders.builtAt.toISOString(),
  };
  const model = {
    status: modelStatus(observed.model),
    artifact_version: observed.model.artifactVersion,
    feature_schema_hash: observed.featureSchemaHash,
    origin: observed.model.origin,
    trained_at: observed.model.trainedAt,
    ...(observed.model.problem !== null && { problem: observed.model.problem }),
  };
  const history = { status: observed.canReadHistory ? 'ok' : 'unavailable' } as const;
  const database = { status: canReachDatabase ? 'up' : 'down' } as const;
  return {
    ok: canReachDatabase && catalog.status !== 'not_loaded',
    degraded: [catalog, stock, model, history].some(({ status }) => status !== 'ok'),
    sections: { brand: observed.brand, catalog, stock, orders, model, history, database } satisfies Sections,
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
