import { createPool } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { CallEventStore } from './calls.store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the warm-up plans every statement of a batch, writes nothing and leaves no transaction open', async () => {
  const pool = createPool({ url: database.url, maxConnections: 1, applicationName: 'warm-up', pipeline: true });
  try {
    await new CallEventStore({ pool, lanes: pool }).warmUp();
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual([
      'end-calls',
      'find-keys',
      'find-platform-calls',
      'find-recorded',
      'forget-platform-calls',
      'lock-free-reps',
      'log-events',
      'note-unresolved-agents',
      'open-calls',
      'save-platform-calls',
      'save-rep-states',
    ]);
    const [state] = (
      await pool.query(`
        SELECT (SELECT count(*)::int FROM call_events) AS events, (SELECT count(*)::int FROM calls) AS calls,
               now() = statement_timestamp() AS outside`)
    ).rows;
    expect(state).toEqual({ events: 0, calls: 0, outside: true });
  } finally {
    await pool.end();
  }
});

test('a warm-up without a database fails, and leaves the pool usable', async () => {
  const pool = createPool({
    url: 'postgres://nobody@127.0.0.1:1/none',
    maxConnections: 2,
    applicationName: 'warm-up',
    connectionTimeoutMs: 500,
  });
  await expect(new CallEventStore({ pool, lanes: pool }).warmUp()).rejects.toThrow('ECONNREFUSED');
  // It would not end while a connection is in use.
  await pool.end();
});
