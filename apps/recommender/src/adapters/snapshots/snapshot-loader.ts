import { createPool, type Query, queryThrough } from '@callside/database';
import type { Catalogue } from '../../domain/catalogue.ts';
import { buildPurchaseIndex, type PurchaseIndex } from '../../domain/purchase-index/purchase-index.ts';
import type { PurchaseRows } from '../../domain/purchase-rows.ts';
import { readCatalogue, readFingerprint } from './catalogue-reader.ts';
import { type DataVersions, readDataVersions } from './data-versions.ts';
import { type PackedCatalogue, packCatalogue } from './packed-catalogue.ts';
import { readPurchaseRows } from './purchase-rows-reader.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  brandId: string;
  /** Days since 1970-01-01. */
  today: number;
  /** Version of the catalogue that the caller already has: it is not packed again. */
  knownCatalogue: string | null;
  /** About how many products the catalogue has. */
  itemsOnFile: number;
}

/** A snapshot without the stock, from one state of the database. */
export interface SnapshotParts {
  versions: DataVersions;
  fingerprint: string;
  /** Null when it is the known catalogue. */
  catalogue: PackedCatalogue | null;
  purchases: PurchaseIndex;
}

interface ShopRows {
  versions: DataVersions;
  fingerprint: string;
  catalogue: Catalogue;
  purchases: PurchaseRows;
}

/** PostgreSQL needs a long time to sort millions of lines. */
const statementTimeoutMs = 120_000;

/** Computes for seconds without a pause, so it needs its own thread. Rejects when the database cannot be read. */
export async function loadSnapshotParts(request: SnapshotRequest): Promise<SnapshotParts> {
  const { versions, fingerprint, catalogue, purchases } = await readShop(request);
  return {
    versions,
    fingerprint,
    catalogue: catalogue.version === request.knownCatalogue ? null : packCatalogue(catalogue),
    purchases: buildPurchaseIndex(purchases, catalogue, request.today),
  };
}

async function readShop({ databaseUrl, brandId }: SnapshotRequest): Promise<ShopRows> {
  const pool = createPool({
    url: databaseUrl,
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
      return await readTables(query, brandId);
    } finally {
      // Closing also ends the transaction.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function readTables(query: Query, brandId: string): Promise<ShopRows> {
  const versions = await readDataVersions(query, brandId);
  const fingerprint = await readFingerprint(query, brandId);
  const catalogue = await readCatalogue(query, brandId);
  return { versions, fingerprint, catalogue, purchases: await readPurchaseRows(query, brandId, catalogue) };
}
