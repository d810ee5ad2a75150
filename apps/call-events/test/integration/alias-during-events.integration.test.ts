import { createPool, type Pool } from '@callside/database';
import { type AddedAlias, addedAliasSchema, type CallEventResponse } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler } from '../support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
import { Reader } from '../support/reader.ts';
import { callsOf } from '../support/records.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let pool: Pool;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService({ servers: 2 });
  pool = createPool({ url: service.databaseUrl, maxConnections: 1, applicationName: 'holder' });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
});
afterAll(async () => {
  await pool.end();
  await service.close();
});

async function send(
  event: string,
  agent: string,
  { server = 0, ...fields }: { server?: number; phone_number?: string },
) {
  const client = service.clients[server] ?? service.clients[0];
  const answer = await createDialler(client, brand).post(event, { agent_email: agent, ...fields });
  expect(answer.status).toBe(200);
  return answer.json as CallEventResponse;
}

async function addAlias(alias: string): Promise<AddedAlias> {
  const answer = await reader.send('POST', '/settings/agent-aliases', { alias, user_id: rep.id });
  expect(answer.status).toBe(201);
  return addedAliasSchema.parse(answer.json);
}

async function stateOfRep() {
  const [row] = await service.query<{ phone_number: string | null; recording_paused: boolean }>(
    'SELECT phone_number, recording_paused FROM rep_state WHERE user_id = $1',
    [rep.id],
  );
  return { number: row?.phone_number ?? null, isPaused: row?.recording_paused ?? false };
}

const isAliasOnFile = async (alias: string) =>
  (await service.query('SELECT FROM agent_aliases WHERE brand_id = $1 AND alias = $2', [brand.id, alias])).length > 0;

it('an event that is being recorded without the alias counts before the call opens', async () => {
  await send('call-started', 'sip/1001', { phone_number: '+14155550134' });
  await send('recording-paused', 'sip/1001', {});
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE call_events IN SHARE MODE');
    const resumed = send('recording-resumed', 'sip/1001', { server: 1 });
    await until('the event waits to be written', async () => {
      const waiting = await service.query(
        `SELECT FROM pg_locks WHERE relation = 'call_events'::regclass AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length > 0;
    });
    const added = addAlias('sip/1001');
    await until('the alias is on file', () => isAliasOnFile('sip/1001'));
    await holder.query('ROLLBACK');
    expect(await resumed).toMatchObject({ agent_resolved: false });
    expect((await added).live_call).toBe('opened');
  } finally {
    holder.release();
  }
  expect(await stateOfRep()).toEqual({ number: '+14155550134', isPaused: false });
});

it('after events that a dialler sends meanwhile, the rep has the call, number and pause that the dialler has', async () => {
  const numbers = ['+14155550134', '+14155550199'];
  const draw = (count: number) => Math.floor(Math.random() * count);
  for (let round = 0; round < 25; round += 1) {
    const agent = `sip/${round}`;
    let current = { number: numbers[0] ?? null, isPaused: false };
    await send('call-started', agent, { phone_number: '+14155550134' });
    const sent: string[] = [];
    const report = async (event: string) => {
      const other = numbers.find((number) => number !== current.number) ?? '';
      await send(event, agent, { server: draw(2), ...(event === 'call-started' && { phone_number: other }) });
      sent.push(event);
      if (event === 'call-started') current = { number: other, isPaused: false };
      else if (event === 'call-ended') current = { number: null, isPaused: false };
      else if (current.number !== null) current = { ...current, isPaused: event === 'recording-paused' };
    };
    const controls = ['recording-paused', 'recording-resumed'];
    for (let count = draw(3); count > 0; count -= 1) await report(controls[draw(2)] ?? '');
    const added = addAlias(agent);
    for (let count = 2 + draw(5); count > 0; count -= 1) {
      await report([...controls, ...controls, ...controls, 'call-ended', 'call-started'][draw(8)] ?? '');
    }
    const { live_call } = await added;
    expect([round, sent, live_call, await stateOfRep()]).toEqual([round, sent, live_call, current]);
    await send('call-ended', agent, {});
    expect((await callsOf(service, rep)).every(({ ended_at }) => ended_at !== null)).toBe(true);
  }
});
