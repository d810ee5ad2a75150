import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@callside/test-kit';
import pg from 'pg';
import { migrate } from '../../src/migrate.ts';
import { createEmptyTestDatabase, type TestDatabase } from '../../src/testing.ts';

let database: TestDatabase;
let client: pg.Client;
let directory: string;

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  directory = await mkdtemp(join(tmpdir(), 'callside-migrations-'));
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}

const run = (options = {}) => migrate({ url: database.url, directory, ...options });

async function readTables(): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  );
  return rows.map(({ tablename }) => tablename);
}

describe('migrate', () => {
  it('applies every migration in the order of names and names them', async () => {
    await writeMigration('20260102_second', 'ALTER TABLE one ADD COLUMN two int');
    await writeMigration('20260101_first', 'CREATE TABLE one (id int); CREATE TABLE other (id int)');
    expect(await run()).toEqual({ applied: ['20260101_first', '20260102_second'] });
    expect(await readTables()).toEqual(['one', 'other']);
  });

  it('creates the tables in the schema public, also if there is a schema with the name of the role', async () => {
    await client.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    expect(await readTables()).toEqual(['one']);
    expect(await run()).toEqual({ applied: [] });
  });

  it('refuses a database that cannot store every character, before the first migration', async () => {
    const latin = new URL(database.url);
    latin.pathname += '_latin';
    const name = latin.pathname.slice(1);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc`);
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    const refusal = await run({ url: latin.href }).catch((error: unknown) => error);
    await client.query(`DROP DATABASE ${name}`);
    expect(refusal).toMatchObject({ message: expect.stringContaining('the database has the encoding LATIN1') });
  });

  it('applies nothing a second time', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    expect(await run()).toEqual({ applied: [] });
  });

  it('applies migrations that were added later', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    await writeMigration('2_second', 'CREATE TABLE two (id int)');
    expect(await run()).toEqual({ applied: ['2_second'] });
  });

  it('lets one of several concurrent runs apply and the others wait for it', async () => {
    await writeMigration('1_slow', 'SELECT pg_sleep(0.2); CREATE TABLE one (id int)');
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(['1_slow']);
    expect(await readTables()).toEqual(['one']);
  });

  it("stops waiting for another run's lock after the given time", async () => {
    await client.query('SELECT pg_advisory_lock(72707369)');
    await expect(run({ lockTimeoutMs: 50 })).rejects.toThrow('another migration is still running');
  });

  it('rolls back a failing migration, keeps those before it and names it with the line', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await writeMigration('2_broken', 'CREATE TABLE two (id int);\n\nALTER TABEL two ADD three int;');
    await expect(run()).rejects.toThrow(
      /^migration 2_broken failed at line 3 and was undone: syntax error at or near "TABEL"/,
    );
    expect(await readTables()).toEqual(['one']);
  });

  it('continues after a failing migration was corrected', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int); SELECT 1 / 0');
    await expect(run()).rejects.toThrow('migration 1_first failed and was undone: division by zero');
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    expect(await run()).toEqual({ applied: ['1_first'] });
  });

  it('refuses when an applied migration was changed', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    await writeMigration('1_first', 'CREATE TABLE one (id bigint)');
    await writeMigration('2_second', 'CREATE TABLE two (id int)');
    await expect(run()).rejects.toThrow('migration 1_first was changed after it was applied');
    expect(await readTables()).toEqual(['one']);
  });

  it('does not treat other line endings as a change', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (\nid int)\n');
    await run();
    await writeMigration('1_first', 'CREATE TABLE one (\r\nid int)\r\n');
    expect(await run()).toEqual({ applied: [] });
  });

  it('refuses when the database has a migration that the directory does not have', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await writeMigration('2_newer', 'CREATE TABLE two (id int)');
    await run();
    await rm(join(directory, '2_newer'), { recursive: true });
    await expect(run()).rejects.toThrow('the database has migration 2_newer, which this release lacks');
  });

  it('refuses when a migration failed under Prisma Migrate', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run()).rejects.toThrow('migration 1_first failed earlier and was not rolled back');
  });

  it('applies a migration again that was rolled back', async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    await client.query('DROP TABLE one; UPDATE _prisma_migrations SET rolled_back_at = now()');
    expect(await run()).toEqual({ applied: ['1_first'] });
  });

  it('names a migration directory without a file and a missing migrations directory', async () => {
    await mkdir(join(directory, '1_empty'));
    await expect(run()).rejects.toThrow('migration 1_empty has no migration.sql; delete its directory');
    await expect(run({ directory: '/nowhere' })).rejects.toThrow('cannot read the migrations directory /nowhere');
  });

  it('does not advise to delete a migration that is there and cannot be read', async () => {
    // As root every file can be read, so a directory stands for one that cannot.
    await mkdir(join(directory, '1_first', 'migration.sql'), { recursive: true });
    await expect(run()).rejects.toThrow(
      'the migration.sql of migration 1_first cannot be read (EISDIR); make it readable for this account',
    );
  });

  it('is not affected by short time limits of the role', async () => {
    // PostgreSQL 17 and later have the second one.
    const { rows } = await client.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')",
    );
    for (const { name } of rows) {
      await client.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET ${name} = 500`);
    }
    await writeMigration('1_slow', 'SELECT pg_sleep(0.8)');
    expect(await run()).toEqual({ applied: ['1_slow'] });
  });
});

describe('a table that others use', () => {
  let reader: pg.Client;
  beforeEach(async () => {
    await writeMigration('1_first', 'CREATE TABLE one (id int)');
    await run();
    await writeMigration('2_second', 'ALTER TABLE one ADD COLUMN two int');
    reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM one');
  });
  afterEach(() => reader.end());

  it('is not locked against writers while the migration waits for a long read; it is applied after it', async () => {
    const migrated = run();
    // The write queues behind the migration at most until the migration releases its lock request.
    await client.query("SET lock_timeout = '10s'");
    await until('the migration waits', async () => {
      const { rows } = await client.query('SELECT FROM pg_locks WHERE NOT granted');
      return rows.length > 0;
    });
    await client.query('INSERT INTO one VALUES (1)');
    await reader.query('COMMIT');
    expect(await migrated).toEqual({ applied: ['2_second'] });
  });

  it('is left as it was when the read does not end in time', async () => {
    await expect(run({ lockTimeoutMs: 50 })).rejects.toThrow(
      'migration 2_second was undone: other sessions keep a lock on a table that it changes; end backups and long reads, then try again',
    );
  });
});

describe('migrate beside Prisma Migrate', () => {
  it('records a migration as Prisma Migrate does', async () => {
    const sql = 'CREATE TABLE one (id int)';
    await writeMigration('1_first', sql);
    await run();
    const { rows } = await client.query('SELECT *, finished_at >= started_at AS in_order FROM _prisma_migrations');
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(sql).digest('hex'),
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        in_order: true,
        migration_name: '1_first',
        logs: null,
        rolled_back_at: null,
        applied_steps_count: 1,
      },
    ]);
  });

  it('finds no pending migration in a database that Prisma Migrate has migrated', async () => {
    await writeMigration('1_first', migrationOfPrisma);
    await client.query(ledgerOfPrisma);
    expect(await run()).toEqual({ applied: [] });
  });

  it('creates the table of Prisma Migrate, which then finds the row that it expects', async () => {
    await writeMigration('1_first', migrationOfPrisma);
    await client.query(ledgerOfPrisma);
    const theirs = await describeLedger();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await run();
    expect(await describeLedger()).toEqual(theirs);
  });
});

const migrationOfPrisma = 'CREATE TABLE one (id int)';

/** The table and the row of Prisma Migrate, recorded from its schema engine 7.10.0. */
const ledgerOfPrisma = `
  CREATE TABLE "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  );
  INSERT INTO "_prisma_migrations" VALUES (
    'add82915-316f-43e1-a13c-0e6e871b7285', '4d8ec74eca290f99777e37ddd75017c0d05be7b5f06a392e45ec0ffecf0462bd', '2026-11-22T11:17:18.822Z', '1_first', NULL, NULL,
    '2026-11-22T11:17:18.599Z', 1
  );
  CREATE TABLE one (id int)`;

/** Columns, keys and rows, without what differs from run to run. */
async function describeLedger(): Promise<unknown> {
  const columns = await client.query(
    `SELECT column_name, data_type, character_maximum_length, datetime_precision, is_nullable, column_default
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );
  const keys = await client.query(
    "SELECT conname, pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conrelid = '_prisma_migrations'::regclass ORDER BY 1",
  );
  const rows = await client.query(
    `SELECT length(id) AS id, checksum, finished_at IS NULL AS unfinished, migration_name, logs, rolled_back_at, applied_steps_count
     FROM _prisma_migrations`,
  );
  return [columns.rows, keys.rows, rows.rows];
}
