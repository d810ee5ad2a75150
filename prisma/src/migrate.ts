import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { findPoolingProblem } from './connection-pooling.ts';
import { MigrationError } from './migration-error.ts';
import { type MigrationFile, migrationsDirectory, readMigrationFiles } from './migration-files.ts';
import { advisoryLockNumber, findPending, readLedger, recordFinish, recordStart } from './migration-ledger.ts';

export interface MigrateOptions {
  url: string;
  /** Where the migrations are; by default those of this package. */
  directory?: string;
  /** The longest wait for another run, of this function or of Prisma Migrate, to finish. */
  lockTimeoutMs?: number;
}

/**
 * Applies each pending migration in its own transaction and returns their names. Of concurrent runs, one applies and the others
 * wait. Throws MigrationError when a migration fails (its changes are rolled back), or when the database's history does not match
 * the files.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const files = await readMigrationFiles(options.directory ?? migrationsDirectory);
  const problem = await findPoolingProblem(options);
  if (problem !== null) throw new MigrationError(problem);
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'callside migrate',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeLock(client, options.lockTimeoutMs ?? 600_000);
    const pending = findPending(files, await readLedger(client));
    for (const file of pending) await apply(client, file);
    return { applied: pending.map((file) => file.name) };
  } finally {
    // Ends the session, which releases the lock.
    await client.end();
  }
}

async function takeLock(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  await client.query(`SET statement_timeout = 0; SET lock_timeout = ${Math.ceil(lockTimeoutMs)}`);
  try {
    await client.query(`SELECT pg_advisory_lock(${advisoryLockNumber})`);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === '55P03')) throw cause;
    throw new MigrationError('another migration is still running; try again when it has finished', { cause });
  }
  await client.query('RESET lock_timeout');
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  const id = randomUUID();
  await client.query('BEGIN');
  try {
    await recordStart(client, id, file);
    await client.query(file.sql);
    await recordFinish(client, id);
    await client.query('COMMIT');
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    await client.query('ROLLBACK');
    throw new MigrationError(`migration ${file.name} failed${lineOf(cause, file)} and was undone: ${cause.message}`, {
      cause,
    });
  }
}

function lineOf(error: pg.DatabaseError, file: MigrationFile): string {
  if (error.position === undefined) return '';
  return ` at line ${file.sql.slice(0, Number(error.position) - 1).split('\n').length}`;
}
