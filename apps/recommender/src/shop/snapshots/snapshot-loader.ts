import { createPool, type Query, queryThrough } from '@callside/database';
import { completeIndex, indexLines, type PurchaseIndex, type SalesByCircumstance } from '../../ranking/index.ts';
import { readCatalogue, readFingerprint } from './catalogue.store.ts';
import { countShopSales } from './count-shop-sales.ts';
import { type DataVersions, readDataVersions } from './data-versions.store.ts';
import { type CatalogueOfOrders, type KnownCatalogue, openKnownCatalogue } from './known-catalogue.ts';
import { type PackedCatalogue, packCatalogue } from './packed-catalogue.ts';
import { readPurchaseRows } from './purchase-rows.store.ts';
import { readRecordedSales } from './recorded-sales.store.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  brandId: string;
  /** IANA name. */
  timeZone: string;
  /** Days since 1970-01-01. */
  today: number;
  /** The catalogue that the caller already has: it is not read again while its fingerprint is the same. */
  knownCatalogue: KnownCatalogue | null;
  /** About how many products the catalogue has. */
  itemsOnFile: number;
}

/** A snapshot without the stock, from one state of the database. */
export interface SnapshotParts {
  versions: DataVersions;
  fingerprint: string;
  /** Null when it is the known one. */
  catalogue: PackedCatalogue | null;
  purchases: PurchaseIndex;
  sales: SalesByCircumstance;
}

/** PostgreSQL needs a long time to sort millions of lines. */
const statementTimeoutMs = 120_000;

/** Computes for seconds without a pause, so it needs its own thread. Rejects when the database cannot be read. */
export async function loadSnapshotParts(request: SnapshotRequest): Promise<SnapshotParts> {
  const { catalogueOfOrders, lines, ...parts } = await readShop(request);
  return { ...parts, purchases: completeIndex(lines, catalogueOfOrders) };
}

async function readShop(request: SnapshotRequest) {
  const pool = createPool({
    url: request.databaseUrl,
    maxConnections: 1,
    applicationName: 'recommender snapshot',
    connectionTimeoutMs: 5000,
    statementTimeoutMs,
  });
  try {
    const client = await pool.connect();
    try {
      const query = queryThrough(client);
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return await readTables(query, request);
    } finally {
      // Closing also ends the transaction.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function readTables(query: Query, request: SnapshotRequest) {
  const { brandId, knownCatalogue } = request;
  const versions = await readDataVersions(query, brandId);
  const fingerprint = await readFingerprint(query, brandId);
  if (knownCatalogue?.fingerprint === fingerprint) {
    const catalogueOfOrders = openKnownCatalogue(knownCatalogue);
    const sold = await readSold(query, request, catalogueOfOrders);
    return { versions, fingerprint, catalogue: null, catalogueOfOrders, ...sold };
  }
  const catalogue = await readCatalogue(query, brandId);
  const sold = await readSold(query, request, catalogue);
  return { versions, fingerprint, catalogue: packCatalogue(catalogue), catalogueOfOrders: catalogue, ...sold };
}

/** Nothing refers to the rows when this returns: of ten million lines they take hundreds of megabytes. */
async function readSold(query: Query, { brandId, timeZone, today }: SnapshotRequest, catalogue: CatalogueOfOrders) {
  const rows = await readPurchaseRows(query, brandId, catalogue);
  const recorded = await readRecordedSales(query, { brandId, timeZone }, catalogue);
  const sales = countShopSales({ rows, recorded, today }, catalogue);
  return { sales, lines: indexLines(rows, catalogue, today) };
}
