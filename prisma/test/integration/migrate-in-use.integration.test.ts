import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@callside/test-kit';
import pg from 'pg';
import { migrate } from '../../src/migrate.ts';
import { migrationsDirectory, readMigrationFiles } from '../../src/migration-files.ts';
import { createEmptyTestDatabase, type TestDatabase } from '../../src/testing.ts';

// The migrations since the first release that may meet a database in use.

const columns = '20261122096000_receipts_of_calls';
const backfill = '20261122096001_receipts_of_calls_on_file';
const receipts = 2_500;

let database: TestDatabase;
let directory: string;
let client: pg.Client;
let other: pg.Client;

/** Adds the migrations up to and including that one, and applies what is new. */
async function migrateTo(last: string): Promise<string[]> {
  for (const { name } of await readMigrationFiles(migrationsDirectory)) {
    if (name <= last) await cp(join(migrationsDirectory, name), join(directory, name), { recursive: true });
  }
  return (await migrate({ url: database.url, directory })).applied;
}

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: database.url });
  await connected.connect();
  await connected.query("SET lock_timeout = '10s'");
  return connected;
}

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'callside-migrations-'));
  client = await connect();
  other = await connect();
  await migrateTo('20261122089999');
  await client.query(fill);
});

afterAll(async () => {
  await client.end();
  await other.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const brand = `'6f4c1f7e-9d0f-4c0f-8a52-0d7a4a1b1c01'`;
const user = `'6f4c1f7e-9d0f-4c0f-8a52-0d7a4a1b1c02'`;
const addCalls = (count: number) => `
  INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
  SELECT gen_random_uuid(), gen_random_uuid(), ${brand}, ${user}, 'robin@reps.example', '+14155552671', now(), now(), 'ended'
    FROM generate_series(1, ${count})`;
/** Each third event opens a call. */
const addEvents = (count: number) => `
  INSERT INTO call_events (brand_id, event, agent_email, user_id, occurred_at, received_at, agent_resolved, call_active)
  SELECT ${brand}, CASE n % 3 WHEN 0 THEN 'call-started' ELSE 'hold-started' END, 'robin@reps.example', ${user}, now(), now(), true, true
    FROM generate_series(1, ${count}) AS n`;
/** Records receipts as the previous release does. */
const addReceipts = `
  INSERT INTO event_receipts AS r (call_event_id, brand_id, received_at, painted_at)
  SELECT id, brand_id, received_at, received_at FROM call_events
  ON CONFLICT (call_event_id) DO UPDATE SET painted_tabs = r.painted_tabs + 1`;
const fill = `
  INSERT INTO brands (id, slug, name, country) VALUES (${brand}, 'acme', 'Acme', 'US');
  INSERT INTO users (id, brand_id, email, name, status) VALUES (${user}, ${brand}, 'robin@reps.example', 'Robin', 'active');
  INSERT INTO rep_state (user_id, brand_id) VALUES (${user}, ${brand});
  ${addCalls(receipts)};
  ${addEvents(receipts)};
  ${addReceipts}`;
/** What a webhook and a tab write. */
const write = `${addCalls(1)}; ${addEvents(1)}; ${addReceipts}; UPDATE rep_state SET version = version + 1`;

it('the backfill marks the receipts on file in short transactions, and skips a receipt that is being written', async () => {
  await migrateTo(columns);
  await other.query('BEGIN; UPDATE event_receipts SET painted_tabs = 2 WHERE call_event_id = 1');
  expect(await migrateTo(backfill)).toEqual([backfill]);
  await other.query('COMMIT');
  const { rows } = await client.query(
    `SELECT count(*)::int AS marked, (count(*) FILTER (WHERE opened_call))::int AS opened, count(DISTINCT xmin::text)::int AS transactions
       FROM event_receipts WHERE user_id = ${user}`,
  );
  expect(rows).toEqual([{ marked: receipts - 1, opened: Math.floor(receipts / 3), transactions: 3 }]);
});

it.each([
  '20261122096002_receipts_of_calls_index',
  '20261122096003_calls_started_index',
  '20261122096004_calls_started_index_before',
  '20261122096005_returned_lines_index',
])('webhooks and tabs can write while %s waits for a long read', async (name) => {
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM calls, event_receipts, purchase_lines LIMIT 1');
  const migrated = migrateTo(name);
  await until('the migration waits for the read', isWaiting, 20_000);
  await client.query(write);
  expect(await isWaiting()).toBe(true);
  await other.query('COMMIT');
  expect(await migrated).toEqual([name]);
});

it('webhooks can write and look customers up while the foreign key of order lines waits for a long read', async () => {
  const name = '20261126120000_order_lines_without_row_locks';
  await migrateTo('20261126119999');
  await other.query('BEGIN; SELECT FROM order_lines LIMIT 1');
  const migrated = migrateTo(name);
  await until('the migration waits for the read', isWaiting, 20_000);
  await client.query(`${write}; SELECT FROM customers`);
  await other.query('COMMIT');
  expect(await migrated).toEqual([name]);
});

async function isWaiting(): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'callside migrate' AND wait_event IN ('virtualxid', 'relation')`,
  );
  return rows.length > 0;
}

it('keys in refused requests on file are replaced, also after an escape, and nothing else', async () => {
  await migrateTo('20261126189999');
  const key = `cs_live_${'0a'.repeat(20)}`;
  const bodies = [
    { agent_email: `bearer ${key}`, event_id: `key:\n${key}`, count: 7, metadata: { queue: '(text)' }, none: null },
    { agent_email: 'bob_live_desk@b.example', event_id: 'acme_live_dashboard-17' },
  ];
  for (const body of bodies) {
    await client.query(
      `INSERT INTO refused_requests (brand_id, received_at, status, reason, request_id, agent_email, body)
       VALUES (${brand}, now(), 422, 'r', 'i', $1, $2)`,
      [body.agent_email, JSON.stringify(body)],
    );
  }
  await migrateTo('20261126190000_refused_requests_without_keys');
  const { rows } = await client.query('SELECT agent_email, body FROM refused_requests ORDER BY id');
  expect(rows).toEqual([
    {
      agent_email: 'bearer (key)',
      body: { ...bodies[0], agent_email: 'bearer (key)', event_id: 'key:\n(key)' },
    },
    { agent_email: 'bob_live_desk@b.example', body: bodies[1] },
  ]);
});
