import { randomUUID } from 'node:crypto';
import { createTestPool } from '@callside/database/testing';
import { createDialler, createRepsDialler, type RepsDialler } from '../../test/support/dialler.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { eventsOf } from '../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { createPools } from '../pools.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
afterAll(() => service.close());

/** Reps of two brands, the first of them on a call; its row will be held. */
async function newReps() {
  const brands = [await addBrand(service), await addBrand(service)] as const;
  const [client, other] = service.clients;
  const reps = await Promise.all(
    Array.from({ length: 7 }, async (_, index) => {
      const brand = brands[index % 2] ?? brands[0];
      const rep = await addUser(service, brand);
      const diallers = [client, other ?? client].map((at) => createRepsDialler(createDialler(at, brand), rep));
      return { rep, diallers };
    }),
  );
  const [held, ...bystanders] = reps;
  if (held === undefined) throw new Error('there are no reps');
  await statusOf(held.diallers, 'call-started');
  return { held, bystanders };
}

async function statusOf(
  diallers: RepsDialler[],
  event: 'call-started' | 'call-ended' | 'recording-paused',
  fields: Record<string, unknown> = {},
) {
  const answers = await Promise.all(diallers.map((dialler) => dialler.send(event, fields)));
  return answers.map(({ status }) => status);
}

/** What an operator, another program or an instance that was cut off may hold. $1 is the rep's id. */
const holds = {
  'the state of the rep': { sql: 'SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', event: 'recording-paused' },
  // The row of a call refers to it.
  'the user': { sql: 'SELECT FROM users WHERE id = $1 FOR UPDATE', event: 'call-started' },
  'the call': { sql: 'SELECT FROM calls WHERE user_id = $1 FOR UPDATE', event: 'call-ended' },
} as const;

test.each(Object.entries(holds))(
  'while somebody holds %s, only the events of that rep wait',
  async (_, { sql, event: sent }) => {
    const { held, bystanders } = await newReps();
    const pool = createTestPool(service.databaseUrl);
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(sql, [held.rep.id]);
      const once = { phone_number: '+14155550199', event_id: randomUUID() };
      const waiting = statusOf(held.diallers, sent, once);
      // Their answers come while the row is held: nothing of theirs waits for it.
      for (const event of ['call-started', 'call-ended'] as const) {
        const statuses = await Promise.all(bystanders.map(({ diallers }) => statusOf(diallers, event)));
        expect(new Set(statuses.flat())).toEqual(new Set([200]));
      }
      await holder.query('COMMIT');
      await waiting;
      // A busy machine may have refused it by now: the dialler sends it again.
      expect(await statusOf(held.diallers, sent, once)).toEqual([200, 200]);
      expect((await eventsOf(service, held.rep)).map(({ event }) => event)).toEqual(['call-started', sent]);
    } finally {
      holder.release();
      await pool.end();
    }
  },
);

test('events of a rep whose row was held are recorded in the order in which they came', async () => {
  const { held } = await newReps();
  const pool = createTestPool(service.databaseUrl);
  const holder = await pool.connect();
  const [dialler] = held.diallers;
  if (dialler === undefined) throw new Error('there is no dialler');
  try {
    await holder.query('BEGIN');
    await holder.query(holds['the state of the rep'].sql, [held.rep.id]);
    const sent = ['hold-started', 'recording-paused', 'recording-resumed', 'hold-ended', 'call-ended'] as const;
    const answers = [];
    for (const event of sent) {
      answers.push(dialler.send(event));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await holder.query('COMMIT');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect((await eventsOf(service, held.rep)).map(({ event }) => event)).toEqual(['call-started', ...sent]);
  } finally {
    holder.release();
    await pool.end();
  }
});

test('events of a rep whose row stays held are refused as unavailable, and nothing of them is recorded', async () => {
  const { held } = await newReps();
  const pool = createTestPool(service.databaseUrl);
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(holds['the state of the rep'].sql, [held.rep.id]);
    expect(await statusOf(held.diallers, 'recording-paused')).toEqual([503, 503]);
    await holder.query('COMMIT');
    expect((await eventsOf(service, held.rep)).map(({ event }) => event)).toEqual(['call-started']);
    expect(await statusOf(held.diallers, 'recording-paused')).toEqual([200, 200]);
  } finally {
    holder.release();
    await pool.end();
  }
});

test('every pool that locks rows of reps ends a transaction that stands still within 2 s', async () => {
  const logger = { warn: () => {} } as never;
  const pools = createPools({ url: service.databaseUrl, logger });
  try {
    const limits = await Promise.all(
      [
        pools.intake,
        pools.lanes,
        pools.sessions,
        pools.snapshots,
        pools.offers,
        pools.pages.pool,
        pools.background.pool,
      ].map(async (pool) => (await pool.query('SHOW idle_in_transaction_session_timeout')).rows[0]),
    );
    expect(new Set(limits.map((row) => row.idle_in_transaction_session_timeout))).toEqual(new Set(['2s']));
  } finally {
    await pools.close();
  }
});
