import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { pagePlans, plansByKey } from '../plans.ts';
import { selectChatPage } from '../records/chats/chats.store.ts';
import { selectEventPage, selectEventsOfNumber, selectFoundEvents } from '../records/events/event-log.sql.ts';
import { selectExportPage } from '../records/exports/call-export.store.ts';
import { findRecorded, lockReps } from './calls.sql.ts';

// Plans made while the tables are empty and without statistics, like those of a connection open since the first start.
let database: TestDatabase;
const pools: Pool[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

async function planOf(settings: Record<string, string>, statement: string, types: string[]): Promise<string> {
  const pool = createPool({ url: database.url, maxConnections: 1, applicationName: 'plans', settings });
  pools.push(pool);
  await pool.query(`PREPARE planned (${types.join(', ')}) AS ${statement}`);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (COSTS OFF) EXECUTE planned (${types.map((type) => someOf[type] ?? '').join(', ')})`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const someOf: Record<string, string> = {
  uuid: `'${randomUUID()}'`,
  'uuid[]': `ARRAY['${randomUUID()}']::uuid[]`,
  'bytea[]': `ARRAY['\\x00']::bytea[]`,
  timestamptz: `'2026-01-01'`,
  text: `'text'`,
  varchar: `'00'`,
  boolean: 'true',
  int: '51',
  bigint: '7',
};

/** The lines of a plan that scan the table of the page. */
const scansOf = (plan: string, table: string) =>
  plan.split('\n').filter((line) => /Scan/.test(line) && line.includes(` on ${table}`));

test('an event id is looked up by its digest', async () => {
  const plan = await planOf(plansByKey, findRecorded, ['uuid[]', 'bytea[]']);
  expect(plan).toContain('Index Cond: (event_id_sha256 = asked.sha256)');
  expect(plan).toContain('call_events_event_id_sha256_brand_id_key');
});

describe('a page of the event log is read along an index, in order and from its position on', () => {
  const combinations = [false, true].flatMap((byAgent) =>
    [false, true].flatMap((byEvent) => [null, true, false].map((resolved) => ({ byAgent, byEvent, resolved }))),
  );

  it.each(combinations)('byAgent: $byAgent, byEvent: $byEvent, resolved: $resolved', async (filters) => {
    const { byAgent, byEvent, resolved } = filters;
    const asked = [byAgent, byEvent].filter(Boolean).map(() => 'text');
    const types = ['uuid', 'timestamptz', 'timestamptz', 'bigint', 'int', ...asked];
    const plan = await planOf(pagePlans, selectEventPage(filters), types);
    const index = byAgent ? 'call_events_agent_stream_idx' : 'call_events_stream_idx';
    const scans = scansOf(plan, 'call_events');
    expect(scans).toHaveLength((byEvent ? 1 : 6) * (resolved === null ? 2 : 1));
    for (const scan of scans) expect(scan).toContain(`Index Scan Backward using ${index}`);
    expect(plan.match(/Index Cond: .*received_at >= \$2.*ROW\(received_at, id\) < ROW\(\$3, \$4\)/g)).toHaveLength(
      scans.length,
    );
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('events with a value are found along an index', () => {
  it.each([
    ['request_id', 'call_events_request_idx'],
    ['event_id', 'call_events_event_id_sha256_brand_id_key'],
  ] as const)('%s', async (by, index) => {
    const types = ['uuid', 'timestamptz', 'timestamptz', 'bigint', 'int', 'hex', 'text', 'text', 'boolean'];
    const plan = await planOf(
      pagePlans,
      selectFoundEvents(by),
      types.map((type) => (type === 'hex' ? 'varchar' : type)),
    );
    const scans = scansOf(plan, 'call_events');
    expect(scans).toHaveLength(1);
    expect(scans[0]).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});

test('events of a number are found by their starts and by their calls', async () => {
  const types = ['uuid', 'timestamptz', 'timestamptz', 'bigint', 'int', 'text', 'text', 'text', 'boolean'];
  const plan = await planOf(pagePlans, selectEventsOfNumber, types);
  const starts = expect.stringContaining('Index Scan Backward using call_events_own_number_idx');
  const others = expect.stringContaining('call_events_call_id_idx');
  expect(scansOf(plan, 'call_events')).toEqual([starts, starts, others, starts, others]);
  const live = expect.stringContaining('calls_brand_phone_number_idx');
  expect(scansOf(plan, 'calls')).toEqual([live, live, expect.stringContaining('calls_pkey')]);
  expect(plan).not.toContain('Seq Scan');
});

describe('a page of chats is read along an index, in order and from its position on', () => {
  it.each([
    ['none', 'calls_started_idx', []],
    ['number', 'calls_brand_phone_number_idx', ['text']],
    ['rep', 'calls_user_id_started_at_id_idx', ['uuid']],
    ['both', 'calls_user_phone_number_idx', ['text', 'uuid']],
  ] as const)('filter: %s', async (filter, index, asked) => {
    const plan = await planOf(pagePlans, selectChatPage(filter), ['uuid', 'timestamptz', 'uuid', 'int', ...asked]);
    expect(scansOf(plan, 'calls')).toEqual([expect.stringContaining(`Index Scan Backward using ${index}`)]);
    expect(plan).toMatch(/Index Cond: .*ROW\(started_at, id\) < ROW\(\$2, /);
    expect(plan).not.toContain('Seq Scan');
    const ofTeam = selectChatPage(filter, `$${5 + asked.length}`);
    const teamPlan = await planOf(pagePlans, ofTeam, ['uuid', 'timestamptz', 'uuid', 'int', ...asked, 'text']);
    expect(scansOf(teamPlan, 'calls')).toEqual([expect.stringContaining(`Index Scan Backward using ${index}`)]);
  });
});

test.each([
  ['start', 'calls_started_idx', 'started_at'],
  ['end', 'calls_ended_idx', 'ended_at'],
] as const)(
  'a page of an export by %s is read along an index, in order and from its position on',
  async (by, index, at) => {
    const plan = await planOf(pagePlans, selectExportPage(by), ['uuid', 'timestamptz', 'uuid', 'timestamptz']);
    expect(scansOf(plan, 'calls c')).toEqual([expect.stringContaining(`Index Scan using ${index}`)]);
    expect(plan).toContain(`ROW(${at}, id) > ROW($2, $3)`);
  },
);

test('reps are looked up by address and alias in indexes, also if the plan was made on empty tables', async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 1, applicationName: 'plans', settings: plansByKey });
  try {
    await pool.query(`PREPARE lock_reps (uuid[], text[]) AS ${lockReps}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE lock_reps (ARRAY['${randomUUID()}']::uuid[], ARRAY['ann@reps.example'])`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of ['users_brand_id_email_key', 'agent_aliases_pkey', 'users_pkey', 'rep_state_pkey']) {
      expect(plan).toContain(`using ${index}`);
    }
    expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  } finally {
    await pool.end();
    await database.drop();
  }
});
