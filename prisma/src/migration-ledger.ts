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
  const early = findEarlyDatabase(
    files.map((file) => file.name),
    ledger.map((row) => row.migration_name),
  );
  if (early !== null) throw early;
  const filesByName = new Map(files.map((file) => [file.name, file]));
  for (const row of ledger) {
    const file = filesByName.get(row.migration_name);
    if (row.finished_at === null) {
      if (file?.inTransaction === false) continue;
      throw failedEarlier(row.migration_name);
    }
    if (file === undefined) throw unknownHere(row.migration_name);
    if (!equivalentChecksums(file).includes(row.checksum)) throw changedSince(row.migration_name);
  }
  const applied = new Set(ledger.filter((row) => row.finished_at !== null).map((row) => row.migration_name));
  return files.filter((file) => !applied.has(file.name));
}

export async function recordStart(client: pg.Client, id: string, file: MigrationFile): Promise<void> {
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
    [id, file.checksum, file.name],
  );
}

export async function recordFinish(client: pg.Client, { name }: MigrationFile): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
      WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
}

/** Marks an unfinished run as `prisma migrate resolve --rolled-back` does. */
export async function setAsideUnfinished(client: pg.Client, { name }: MigrationFile): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp()
      WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
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
