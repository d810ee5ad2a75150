import { createPool, type Pool, queryThrough } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { LeftBehindEventStore } from '../../src/adapters/left-behind-event-store.ts';
import { addBrand, addUser } from '../support/organisations.ts';

// No service runs here: its own sweep would take the events first.
let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, maxConnections: 2, applicationName: 'sweep test' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Inserts events that were committed but never relayed; only the last one can be relayed. */
async function leaveBehind(count: number): Promise<void> {
  const query = queryThrough(pool);
  const brand = await addBrand({ query });
  const rep = await addUser({ query }, brand);
  await query(
    `INSERT INTO call_events (brand_id, event, agent_email, user_id, metadata_text, occurred_at, received_at, agent_resolved, call_active)
     SELECT $1, 'hold-started', $2, $3, CASE WHEN n < $4 THEN 'no JSON' ELSE '{}' END, now(), now() - interval '1 minute', true, true
       FROM generate_series(1, $4) AS n`,
    [brand.id, rep.email, rep.id, count],
  );
}

test('events that cannot be relayed, more than one run can take, do not delay others and are retried', async () => {
  await leaveBehind(450);
  const looks: number[][] = [];
  const leftBehind = new LeftBehindEventStore({ pool });
  for (let look = 0; look < 4; look++) {
    const delivered = await leftBehind.take(async (events) => {
      looks.push(events.map(({ id }) => Number(id)));
      return events.flatMap(({ id, read }) => (read().metadata === '{}' ? [id] : []));
    });
    expect(delivered).toBe(look === 2 ? 1 : 0);
  }
  expect(looks.map((ids) => ids.length)).toEqual([200, 200, 50, 200]);
  expect(looks[3]).toEqual(looks[0]);
});
