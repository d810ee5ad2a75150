import pg from 'pg';
import { findEarlyDatabase } from './before-first-release.ts';
import { findPoolingProblem } from './connection-pooling.ts';
import { migrationsDirectory, readMigrationFiles } from './migration-files.ts';

/** How the migrations of a database compare with those of this release, by name, in order. */
export interface SchemaStatus {
  /** Not applied yet. */
  missing: string[];
  /** Applied by a later release. */
  newer: string[];
  /** Why the services cannot work with this address or with the database there; null if they can. */
  problem: string | null;
}

/** Reads it over separate connections and changes nothing. Rejects while the database is down. */
export async function readSchemaStatus({ url }: { url: string }): Promise<SchemaStatus> {
  const files = (await readMigrationFiles(migrationsDirectory)).map(({ name }) => name);
  const pooling = await findPoolingProblem({ url });
  const applied = await readApplied(url);
  const early = findEarlyDatabase(files, applied);
  return {
    problem: pooling ?? (early && `${early.message}; ${early.hint}`),
    missing: files.filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !files.includes(name)),
  };
}

async function readApplied(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'callside schema check',
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ migration_name: string }>(
      `SELECT migration_name FROM public._prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    );
    return rows.map((row) => row.migration_name);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return [];
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const undefinedTable = '42P01';
