import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { until } from '@callside/test-kit';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { RetentionStore } from './retention.store.ts';

let server: TestDatabase;
let database: Database;
let brand: TestBrand;
let rep: TestUser;

beforeEach(async () => {
  server = await createTestDatabase();
  database = createDatabase({
    url: server.url,
    maxConnections: 2,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
  brand = await addBrand(database);
  rep = await addUser(database, brand);
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const keep = (days: number) => database.query('UPDATE brands SET retention_days = $2 WHERE id = $1', [brand.id, days]);

async function applyAll(): Promise<number> {
  const store = new RetentionStore(database);
  let rows = 0;
  for (let each = await store.applyDue(); each > 0; each = await store.applyDue()) rows += each;
  return rows;
}

/** A call that started so many days ago, with a chat, a transcript of two pieces and two events. */
async function fileCall({
  daysAgo,
  live = false,
  of = brand,
  by = rep,
}: {
  daysAgo: number;
  live?: boolean;
  of?: TestBrand;
  by?: TestUser;
}): Promise<string> {
  const [call, session] = [randomUUID(), randomUUID()];
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  await database.query(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
     VALUES ($1, $2, $3, $4, $5, '+14155552671', $6, $7, $8)`,
    [call, randomUUID(), of.id, by.id, by.email, at, live ? null : at, live ? null : 'ended'],
  );
  await database.query('INSERT INTO chats (id, brand_id, call_id) VALUES ($1, $2, $3)', [randomUUID(), of.id, call]);
  await database.query(
    `INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, opened_at) VALUES ($1, $2, $3, $4, $5)`,
    [session, of.id, by.id, call, at],
  );
  await database.query(
    `INSERT INTO transcription_chunks (session_id, sequence, speaker, text, started_at, ended_at)
     SELECT $1, n, 'customer', 'secret', now(), now() FROM generate_series(1, 2) n`,
    [session],
  );
  await database.query(
    `INSERT INTO call_events (brand_id, event, agent_email, call_id, phone_number, customer_id, metadata, occurred_at,
                              received_at, agent_resolved, call_active)
     SELECT $1, event, $2, $3, '+14155552671', '0042', '{"note":"Kim"}', $4, $4, true, true
       FROM unnest(ARRAY['call-started', 'hold-started']) AS event`,
    [of.id, by.email, call, at],
  );
  return call;
}

const callsOnFile = async () =>
  (await database.query<{ id: string }>('SELECT id FROM calls ORDER BY started_at')).map(({ id }) => id);

it('retention deletes old calls with their transcripts, keeps newer ones, and empties old events', async () => {
  await fileCall({ daysAgo: 31 });
  const young = await fileCall({ daysAgo: 29 });
  await keep(30);
  await applyAll();
  expect(await callsOnFile()).toEqual([young]);
  expect(
    await database.query(
      `SELECT (SELECT count(*)::int FROM chats) AS chats, (SELECT count(*)::int FROM transcription_sessions) AS sessions,
              (SELECT count(*)::int FROM transcription_chunks) AS chunks`,
    ),
  ).toEqual([{ chats: 1, sessions: 1, chunks: 2 }]);
  const events = await database.query(
    'SELECT agent_email, call_id, phone_number, customer_id, metadata::text FROM call_events ORDER BY id',
  );
  const emptied = { agent_email: rep.email, call_id: null, phone_number: null, customer_id: null, metadata: '{}' };
  const kept = {
    agent_email: rep.email,
    call_id: young,
    phone_number: '+14155552671',
    customer_id: '0042',
    metadata: '{"note":"Kim"}',
  };
  expect(events).toEqual([emptied, emptied, kept, kept]);
});

it('retention deletes the offers and outcomes of an old call', async () => {
  const call = await fileCall({ daysAgo: 31 });
  await database.query(`INSERT INTO call_offer_states (call_id, sequence) VALUES ($1, 1)`, [call]);
  await database.query(
    `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status) VALUES ($1, $2, $3, $4, 1, 'ready')`,
    [randomUUID(), brand.id, call, rep.id],
  );
  await database.query(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, outcome_id)
     VALUES ($1, $2, $3, $4, $1, '401', 'declined', 'is called Kim', 'a')`,
    [randomUUID(), brand.id, call, rep.id],
  );
  await keep(30);
  await applyAll();
  expect(
    await database.query(
      `SELECT (SELECT count(*)::int FROM call_offers) AS offers, (SELECT count(*)::int FROM offer_outcomes) AS outcomes,
              (SELECT count(*)::int FROM call_offer_states) AS states`,
    ),
  ).toEqual([{ offers: 0, outcomes: 0, states: 0 }]);
});

it('retention deletes old refused requests', async () => {
  await database.query(
    `INSERT INTO refused_requests (brand_id, received_at, status, reason, request_id)
     SELECT $1, now() - d * interval '1 day', 422, 'invalid', 'r' || d FROM unnest(ARRAY[29, 31]) AS d`,
    [brand.id],
  );
  await keep(30);
  await applyAll();
  expect(await database.query('SELECT request_id FROM refused_requests')).toEqual([{ request_id: 'r29' }]);
});

it('retention deletes old counts of refused keys', async () => {
  await database.query(
    `INSERT INTO refused_keys (brand_id, feature, address, shown_key, reason, requests, first_seen_at, last_seen_at)
     SELECT $1, 'call-events', 'seen ' || d, '', 'missing', 1, now() - interval '90 days', now() - d * interval '1 day'
       FROM unnest(ARRAY[29, 31]) AS d`,
    [brand.id],
  );
  await keep(30);
  await applyAll();
  expect(await database.query('SELECT address FROM refused_keys')).toEqual([{ address: 'seen 29' }]);
});

it('retention deletes old connections of companions that are history, with their acknowledgements', async () => {
  await database.query(
    `WITH known AS (
       INSERT INTO companion_connections (id, user_id, since_sequence, until_sequence, ended_as, ended_at)
       SELECT 'ended ' || d, $1, 1, 2, 'left', now() - d * interval '1 day' FROM unnest(ARRAY[29, 31]) AS d RETURNING id
     )
     INSERT INTO recording_acknowledgements (connection_id, sequence, acknowledged_at) SELECT id, 2, now() FROM known`,
    [rep.id],
  );
  await keep(30);
  await applyAll();
  expect(await database.query('SELECT id FROM companion_connections WHERE user_id = $1', [rep.id])).toEqual([
    { id: 'ended 29' },
  ]);
});

it('retention deletes old marks of ids that were used again', async () => {
  await database.query(
    `INSERT INTO reused_event_ids (call_event_id, event, brand_id, differs, received_at)
     SELECT d, 'call-started', $1, 'agent', now() - d * interval '1 day' FROM unnest(ARRAY[29, 31]) AS d`,
    [brand.id],
  );
  await keep(30);
  await applyAll();
  expect(await database.query('SELECT call_event_id FROM reused_event_ids')).toEqual([{ call_event_id: '29' }]);
});

it('retention keeps a live call of any age', async () => {
  const live = await fileCall({ daysAgo: 31, live: true });
  await keep(30);
  await applyAll();
  expect(await callsOnFile()).toEqual([live]);
});

it('retention does not change a brand without a limit', async () => {
  const other = await addBrand(database);
  const theirs = await fileCall({ daysAgo: 400, of: other, by: await addUser(database, other) });
  await fileCall({ daysAgo: 400 });
  await keep(1);
  await applyAll();
  expect(await callsOnFile()).toEqual([theirs]);
  expect(await database.query('SELECT DISTINCT brand_id FROM call_events WHERE phone_number IS NOT NULL')).toEqual([
    { brand_id: other.id },
  ]);
});

it('retention works in small batches, and processes no event twice', async () => {
  await database.query(
    `INSERT INTO call_events (brand_id, event, agent_email, phone_number, occurred_at, received_at, agent_resolved, call_active)
     SELECT $1, 'hold-started', 'a@b.example', '1', now(), now() - interval '40 days', false, false
       FROM generate_series(1, 1200)`,
    [brand.id],
  );
  await keep(30);
  const store = new RetentionStore(database);
  const sizes = [await store.applyDue(), await store.applyDue(), await store.applyDue(), await store.applyDue()];
  expect(sizes).toEqual([500, 500, 200, 0]);
});

it('retention runs on one instance at a time', async () => {
  await fileCall({ daysAgo: 31 });
  await keep(30);
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock(hashtextextended('callside retention ' || $1, 0))", [brand.id]);
    const other = createDatabase({
      url: server.url,
      maxConnections: 1,
      applicationName: 'test',
      connectionTimeoutMs: 10_000,
    });
    try {
      expect(await new RetentionStore(other).applyDue()).toBe(0);
    } finally {
      await other.close();
    }
  });
  expect(await applyAll()).toBeGreaterThan(0);
});

describe('a running service', () => {
  let service: ServiceUnderTest;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('deletes old data automatically', async () => {
    const own = await addBrand(service);
    await service.query('UPDATE brands SET retention_days = 1 WHERE id = $1', [own.id]);
    await service.query(
      `INSERT INTO call_events (brand_id, event, agent_email, phone_number, occurred_at, received_at, agent_resolved, call_active)
       VALUES ($1, 'hold-started', 'a@b.example', '1', now(), now() - interval '2 days', false, false)`,
      [own.id],
    );
    await until(
      'the event is emptied',
      async () => {
        const [row] = await service.query<{ phone_number: string | null }>('SELECT phone_number FROM call_events');
        return row?.phone_number === null;
      },
      20_000,
    );
  });
});
