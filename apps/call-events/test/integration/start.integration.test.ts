import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Pool } from '@callside/database';
import {
  createEmptyTestDatabase,
  createTestDatabase,
  createTestPool,
  type TestDatabase,
} from '@callside/database/testing';
import { until } from '@callside/test-kit';

const main = path.join(import.meta.dirname, '../../dist/main.js');
const badConfiguration = 78;

const children: ChildProcess[] = [];
const databases: TestDatabase[] = [];
const pools: Pool[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

/** The built service and its output. */
function run(settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, SESSION_SECRET: 's'.repeat(32), PORT: '0', ...settings },
  });
  children.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  return {
    child,
    said,
    ended,
    listens: () => until('it listens', () => said.stdout.includes('"msg":"listening"')),
  };
}

async function database(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const made = await create();
  databases.push(made);
  return made;
}

function poolOf({ url }: { url: string }): Pool {
  const pool = createTestPool(url, 1);
  pools.push(pool);
  return pool;
}

test('a database without migrations is refused: one line names the command, exit code 78', async () => {
  const { url } = await database(createEmptyTestDatabase);
  const { said, ended } = run({ DATABASE_URL: url });
  expect(await ended).toBe(badConfiguration);
  expect(said.stderr).toMatch(/^call-events: the database lacks \d+ migration\(s\), .*callside db migrate\n$/);
  expect(said.stdout).not.toContain('"msg":"listening"');
});

test('a database without the last migration is refused', async () => {
  const migrated = await database(createTestDatabase);
  const { rows } = await poolOf(migrated).query<{ name: string }>(
    `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)
     RETURNING migration_name AS name`,
  );
  const { said, ended } = run({ DATABASE_URL: migrated.url });
  expect(await ended).toBe(badConfiguration);
  expect(said.stderr).toContain(`lacks 1 migration(s), the first is ${rows[0]?.name}.`);
});

test('a database from before the first release is refused: one line says how to keep its content', async () => {
  const early = await database(createTestDatabase);
  await poolOf(early).query(`UPDATE _prisma_migrations SET migration_name = '20261121120000_call_events'`);
  const { said, ended } = run({ DATABASE_URL: early.url });
  expect(await ended).toBe(badConfiguration);
  expect(said.stderr).toMatch(
    /^call-events: the database was made before the first release .*pg_dump.*callside db migrate.*\n$/,
  );
  expect(said.stdout).not.toContain('"msg":"listening"');
});

test('a database with migrations of a later release is accepted, and the log names them', async () => {
  const migrated = await database(createTestDatabase);
  await poolOf(migrated).query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101000000_later', now())`,
  );
  const { said, listens } = run({ DATABASE_URL: migrated.url });
  await listens();
  expect(said.stdout).toContain('"newer":["99990101000000_later"]');
});

test('while the database is unavailable the service answers 503; if it returns unmigrated, it exits with 78', async () => {
  const empty = await database(createEmptyTestDatabase);
  const other = await database(createEmptyTestDatabase);
  const name = new URL(empty.url).pathname.slice(1);
  const admin = poolOf(other);
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  const { said, ended, listens } = run({ DATABASE_URL: empty.url });
  await listens();
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
  expect(await ended).toBe(badConfiguration);
  expect(said.stderr).toContain('callside db migrate');
});

test('metrics have a separate port with METRICS_PORT, which closes with the service', async () => {
  const { url } = await database(createTestDatabase);
  const { child, said, ended, listens } = run({ DATABASE_URL: url, METRICS_PORT: '0' });
  await listens();
  const lines = said.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const portOf = (message: string): number => lines.find(({ msg }) => msg === message).port;
  const read = (port: number) => fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await (await read(portOf('metrics listening'))).text()).toContain('http_request_duration_seconds');
  expect((await read(portOf('listening'))).status).toBe(404);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.each([
  ['SESSION_SECRET', 'short'],
  ['METRICS_PORT', '99999'],
  ['METRICS_TOKEN', 'two words'],
])('an invalid %s ends the process with 78', async (name, value) => {
  const { said, ended } = run({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', [name]: value });
  expect(await ended).toBe(badConfiguration);
  expect(said.stderr).toContain(name);
});

describe('the settings of an identity provider', () => {
  const complete = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'callside', OIDC_CLIENT_SECRET: 'hush' };

  test.each<[string, Record<string, string>, string]>([
    ['are needed together', { ...complete, OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is not set'],
    ['include a secret', { ...complete, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is not set'],
    ['have one secret', { ...complete, OIDC_CLIENT_SECRET_FILE: '/dev/null' }, 'OIDC_CLIENT_SECRET_FILE is not valid'],
    [
      'name a file that can be read',
      { ...complete, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: '/nothing/here' },
      'OIDC_CLIENT_SECRET_FILE is not valid: the file cannot be read',
    ],
    [
      'name a provider elsewhere by https only',
      { ...complete, OIDC_ISSUER: 'http://login.example.com' },
      'OIDC_ISSUER is not valid: must be an https:// URL',
    ],
    ['come with a long key for stored secrets', { ...complete, SECRETS_KEY: 'short' }, 'SECRETS_KEY is not valid'],
  ])('%s; otherwise the process ends with 78', async (_name, settings, problem) => {
    const { said, ended } = run({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', ...settings });
    expect(await ended).toBe(badConfiguration);
    expect(said.stderr).toContain(problem);
    expect(said.stderr).not.toContain('hush');
  });
});
