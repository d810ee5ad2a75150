import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { findEarlyDatabase } from './before-first-release.ts';
import { MigrationError } from './migration-error.ts';
import { equivalentChecksums, type MigrationFile } from './migration-files.ts';

// Exactly Prisma Migrate's table and lock: `prisma migrate deploy` and migrate() each accept migrations that the other applied.
export const advisoryLockNumber = 72707369;

const createTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

export interface LedgerRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** Creates the table if necessary and reads its rows. A migration that was rolled back counts as never applied. */
export async function readLedger(client: pg.Client): Promise<LedgerRow[]> {
  await client.query(createTable);
  const { rows } = await client.query<LedgerRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at',
  );
  return rows;
}

/** The files to apply, in order. Throws MigrationError when the database's history does not match the files. */
export function findPending(files: readonly MigrationFile[], ledger: readonly LedgerRow[]): MigrationFile[] {
  const applied = ledger.map((row) => row.migration_name);
  const early = findEarlyDatabase(
    files.map((file) => file.name),
    applied,
  );
  if (early !== null) throw early;
  for (const row of ledger) {
    const file = files.find(({ name }) => name === row.migration_name);
    if (row.finished_at === null) throw failedEarlier(row.migration_name);
    if (file === undefined) throw unknownHere(row.migration_name);
    if (!equivalentChecksums(file).includes(row.checksum)) throw changedSince(row.migration_name);
  }
  return files.filter((file) => !applied.includes(file.name));
}

/** In the transaction of the migration, which began with it. */
export async function record(client: pg.Client, { name, checksum }: MigrationFile): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, transaction_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

function failedEarlier(name: string): MigrationError {
  return new MigrationError(
    `migration ${name} failed earlier and was not rolled back; undo what it left in the database, then delete its row from _prisma_migrations`,
  );
}

function unknownHere(name: string): MigrationError {
  return new MigrationError(`the database has migration ${name}, which this release lacks; run a release that has it`);
}

function changedSince(name: string): MigrationError {
  return new MigrationError(
    `migration ${name} was changed after it was applied; restore its file and put the change into a new migration`,
  );
}
