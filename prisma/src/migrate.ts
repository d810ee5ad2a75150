import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findPoolingProblem } from './connection-pooling.ts';
import { MigrationError } from './migration-error.ts';
import { type MigrationFile, migrationsDirectory, readMigrationFiles } from './migration-files.ts';
import { advisoryLockNumber, findPending, readLedger, record } from './migration-ledger.ts';

export interface MigrateOptions {
  url: string;
  /** Where the migrations are; by default those of this package. */
  directory?: string;
  /** The longest wait for another run, of this function or of Prisma Migrate, and for the locks that a migration needs. */
  lockTimeoutMs?: number;
}

/** Writers queue behind a migration that waits for a table's lock: it gives up after this time, and tries again later. */
const patience = '1s';
const pauseMs = 500;
/** A migration may take longer than the role allows. PostgreSQL 17 and later have `transaction_timeout`. */
const removeTimeLimits = `
  SELECT set_config(name, '0', false) FROM pg_settings
   WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * Applies each pending migration in its own transaction, and returns their names. Of concurrent runs, one applies and the others wait.
 * Throws MigrationError when a migration fails, or when the database's history does not match the files.
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
    const deadline = Date.now() + (options.lockTimeoutMs ?? 600_000);
    await client.query(`SET search_path = public; ${removeTimeLimits}`);
    await takeLock(client, deadline);
    const ledger = await readLedger(client);
    if (ledger.length === 0) await expectUnicode(client);
    const pending = findPending(files, ledger);
    for (const file of pending) await apply(client, file, deadline);
    return { applied: pending.map((file) => file.name) };
  } finally {
    // Ends the session, which releases the lock.
    await client.end();
  }
}

async function takeLock(client: pg.Client, deadline: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${advisoryLockNumber}) AS taken`,
    );
    if (rows[0]?.taken === true) return;
    if (Date.now() >= deadline) {
      throw new MigrationError('another migration is still running; try again when it has finished');
    }
    await delay(Math.min(pauseMs, Math.max(0, deadline - Date.now())));
  }
}

/** Callers send any character. The encoding of a database cannot be changed later. */
async function expectUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new MigrationError(
    `the database has the encoding ${encoding} in place of UTF8: create it with createdb --encoding UTF8 --template template0`,
  );
}

async function apply(client: pg.Client, file: MigrationFile, deadline: number): Promise<void> {
  for (;;) {
    const error = await tryInTransaction(client, file);
    if (error === null) return;
    if (!needsLock(error)) {
      throw new MigrationError(`migration ${file.name} failed${lineOf(error, file)} and was undone: ${error.message}`, {
        cause: error,
      });
    }
    if (Date.now() >= deadline) {
      throw new MigrationError(
        `migration ${file.name} was undone: other sessions keep a lock on a table that it changes; end backups and long reads, then try again`,
        { cause: error },
      );
    }
    await delay(pauseMs);
  }
}

/** Returns why it failed and was rolled back; null if it is applied. */
async function tryInTransaction(client: pg.Client, file: MigrationFile): Promise<pg.DatabaseError | null> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${patience}'`);
    await client.query(file.sql);
    await record(client, file);
    await client.query('COMMIT');
    return null;
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause;
    await client.query('ROLLBACK');
    return cause;
  }
}

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

function needsLock({ code }: pg.DatabaseError): boolean {
  return code === lockNotAvailable || code === deadlockDetected;
}

function lineOf(error: pg.DatabaseError, file: MigrationFile): string {
  if (error.position === undefined) return '';
  return ` at line ${file.sql.slice(0, Number(error.position) - 1).split('\n').length}`;
}
