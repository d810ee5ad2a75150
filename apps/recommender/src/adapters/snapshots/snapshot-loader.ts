import { createPool, type Query, queryThrough } from '@callside/database';
import type { PurchaseIndex } from '../../domain/purchase-index/purchase-index.ts';
import { readCatalogue, readFingerprint } from './catalogue-reader.ts';
import { type DataVersions, readDataVersions } from './data-versions.ts';
import { buildIndexInThreads } from './index-in-threads.ts';
import { type KnownCatalogue, openKnownCatalogue } from './known-catalogue.ts';
import { type PackedCatalogue, packCatalogue } from './packed-catalogue.ts';
import { readPurchaseRows } from './purchase-rows-reader.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  brandId: string;
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
}

/** PostgreSQL needs a long time to sort millions of lines. */
const statementTimeoutMs = 120_000;

/** Computes for seconds without a pause, so it needs its own thread. Rejects when the database cannot be read. */
export async function loadSnapshotParts(request: SnapshotRequest): Promise<SnapshotParts> {
  const { catalogueOfOrders, rows, ...parts } = await readShop(request);
  return { ...parts, purchases: await buildIndexInThreads(rows, catalogueOfOrders, request.today) };
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

async function readTables(query: Query, { brandId, knownCatalogue }: SnapshotRequest) {
  const versions = await readDataVersions(query, brandId);
  const fingerprint = await readFingerprint(query, brandId);
  if (knownCatalogue?.fingerprint === fingerprint) {
    const catalogueOfOrders = openKnownCatalogue(knownCatalogue);
    const rows = await readPurchaseRows(query, brandId, catalogueOfOrders);
    return { versions, fingerprint, catalogue: null, catalogueOfOrders, rows };
  }
  const catalogue = await readCatalogue(query, brandId);
  const rows = await readPurchaseRows(query, brandId, catalogue);
  return { versions, fingerprint, catalogue: packCatalogue(catalogue), catalogueOfOrders: catalogue, rows };
}
