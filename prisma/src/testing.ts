import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { createPool } from './database.ts';
import { migrate } from './migrate.ts';
import { migrationsDirectory, readMigrationFiles } from './migration-files.ts';

export interface TestDatabase {
  url: string;
  /** Also ends open connections. */
  drop: () => Promise<void>;
}

/** Creates a migrated database on the server of DATABASE_URL. It is cloned from a template that the first caller creates. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = await ensureTemplate();
  const database = await createDatabaseFrom(`TEMPLATE ${template}`);
  // Without a new id, all clones would use the same names in Redis.
  await withConnection(database.url, (client) => client.query('UPDATE deployments SET id = gen_random_uuid()'));
  return database;
}

/** The same without any table. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  return createDatabaseFrom('TEMPLATE template0');
}

const templateLockNumber = 5402217;

async function ensureTemplate(): Promise<string> {
  const template = `callside_template_${await migrationsHash()}`;
  await withServer(async (server) => {
    if (await exists(server, template)) return;
    await server.query(`SELECT pg_advisory_lock(${templateLockNumber})`);
    if (await exists(server, template)) return;
    // A draft name until it is complete: a run that stops half-way must not leave an incomplete template.
    const draft = `${template}_draft`;
    await server.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    await migrate({ url: urlOf(draft) });
    await server.query(`ALTER DATABASE ${draft} WITH ALLOW_CONNECTIONS false`);
    await server.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  });
  return template;
}

async function createDatabaseFrom(source: string): Promise<TestDatabase> {
  const name = `callside_test_${randomBytes(8).toString('hex')}`;
  await withServer((server) => server.query(`CREATE DATABASE ${name} ${source}`));
  return {
    url: urlOf(name),
    drop: () => withServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

async function migrationsHash(): Promise<string> {
  const files = await readMigrationFiles(migrationsDirectory);
  const identity = files.map(({ name, checksum }) => `${name} ${checksum}`).join('\n');
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

async function exists(server: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rowCount === 1;
}

function withServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  return withConnection(serverUrl(), work);
}

async function withConnection(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'callside test databases' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error('tests with a database need DATABASE_URL; npm test sets it');
  return url;
}

/**
 * A pool of a test, with two connections unless stated otherwise. It waits long for them and for its statements: other tests use the
 * processor too, and some statements write many rows.
 */
export function createTestPool(url: string, maxConnections = 2): pg.Pool {
  const limits = { connectionTimeoutMs: 10_000, statementTimeoutMs: 60_000 };
  return createPool({ url, maxConnections, applicationName: 'test', ...limits });
}
