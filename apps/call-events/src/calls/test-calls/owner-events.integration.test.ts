import { createPool, type Pool } from '@callside/database';
import { type EventLog, wouldChangeSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import {
  aNumber,
  anotherNumber,
  createDialler,
  createRepsDialler,
  type RepsDialler,
} from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader } from '../../../test/support/reader.ts';
import { callsOf } from '../../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let pool: Pool;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;
/** Sends to the second server: its events are in other batches than those of the owner. */
let reps: RepsDialler;

beforeAll(async () => {
  service = await startService({ servers: 2, settings: { TEST_CALLS: true } });
  pool = createPool({ url: service.databaseUrl, maxConnections: 1, applicationName: 'holder' });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
  reps = createRepsDialler(createDialler(service.clients[1] ?? service.clients[0], brand), rep);
});
afterAll(async () => {
  await pool.end();
  await service.close();
});

/** Sends both while the rep's row is locked, the second when the first waits for the lock: PostgreSQL grants it in order. */
async function inOrder<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', [rep.id]);
    const one = first();
    await until('the first waits for the lock', async () => (await waiting()) === 1);
    const other = second();
    await until('the second waits for the lock', async () => (await waiting()) === 2);
    await holder.query('ROLLBACK');
    return await Promise.all([one, other]);
  } finally {
    holder.release();
  }
}

async function waiting(): Promise<number> {
  const rows = await service.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const place = (event: string, fields: object = {}) =>
  reader.send('POST', '/test-calls', { event, user_id: rep.id, ...fields });

async function actions(): Promise<string[]> {
  const rows = await service.query<{ action: string }>('SELECT action FROM audit_log WHERE brand_id = $1 ORDER BY id', [
    brand.id,
  ]);
  return rows.map(({ action }) => action);
}

async function refusedId(): Promise<string> {
  await reps.send('call-started', { phone_number: '' });
  let id = '';
  await until('the refused request is on file', async () => {
    id = (await reader.read<EventLog>('/events', { outcome: 'refused' })).items[0]?.id ?? '';
    return id !== '';
  });
  return id;
}

const liveCalls = async () => (await callsOf(service, rep)).filter(({ ended_at }) => ended_at === null);

describe('a test call and a real call at the same time', () => {
  it('the test is refused when the real call came first', async () => {
    await place('call-started', { phone_number: aNumber });
    await place('call-ended');
    const [real, test] = await inOrder(
      () => reps.send('call-started', { phone_number: anotherNumber }),
      () => place('call-started', { phone_number: aNumber }),
    );
    expect([real.status, test.status]).toEqual([200, 422]);
    expect(test.text).toContain('the rep is on a real call');
    expect(await liveCalls()).toMatchObject([{ phone_number: anotherNumber }]);
    expect(await actions()).toEqual(['event.test', 'event.test', 'event.test', 'event.test.refused']);
  });

  it('the end of a test never ends the real call that superseded it', async () => {
    await place('call-started', { phone_number: aNumber });
    const [, test] = await inOrder(
      () => reps.send('call-started', { phone_number: anotherNumber }),
      () => place('call-ended'),
    );
    expect(test.status).toBe(422);
    expect(await liveCalls()).toMatchObject([{ phone_number: anotherNumber }]);
  });

  it('a real call supersedes a test that came first', async () => {
    await place('call-started', { phone_number: aNumber });
    await place('call-ended');
    const [test, real] = await inOrder(
      () => place('call-started', { phone_number: aNumber }),
      () => reps.send('call-started', { phone_number: anotherNumber }),
    );
    expect([test.status, real.status]).toEqual([200, 200]);
    expect(await liveCalls()).toMatchObject([{ phone_number: anotherNumber }]);
  });
});

describe('send again and a call at the same time', () => {
  const resend = (id: string, confirmed?: string) =>
    reader.send('POST', `/events/refused/${id}/resend`, {
      event: 'call-started',
      body: { agent_email: rep.email, phone_number: aNumber },
      confirm_call: confirmed,
    });

  it('is refused, and names the call, when the call came first', async () => {
    await reps.send('call-started');
    await reps.send('call-ended');
    const id = await refusedId();
    const [, again] = await inOrder(
      () => reps.send('call-started', { phone_number: anotherNumber }),
      () => resend(id),
    );
    expect(again.status).toBe(409);
    const { call, effect } = wouldChangeSchema.parse(again.json).would_change;
    expect([call.phone_number, effect]).toEqual([anotherNumber, 'superseded']);
    expect(await liveCalls()).toMatchObject([{ phone_number: anotherNumber }]);
    expect(await actions()).toEqual(['event.resend', 'event.resend.refused']);
    expect((await resend(id, call.reference)).status).toBe(200);
    expect(await liveCalls()).toMatchObject([{ phone_number: aNumber }]);
  });

  it('a confirmation for one call does not apply to the next one', async () => {
    await reps.send('call-started', { phone_number: '+14155550188' });
    const id = await refusedId();
    const { call } = wouldChangeSchema.parse((await resend(id)).json).would_change;
    const [, again] = await inOrder(
      () => reps.send('call-started', { phone_number: anotherNumber }),
      () => resend(id, call.reference),
    );
    expect(again.status).toBe(409);
    expect(wouldChangeSchema.parse(again.json).would_change.call.phone_number).toBe(anotherNumber);
    expect(await liveCalls()).toMatchObject([{ phone_number: anotherNumber }]);
  });
});
