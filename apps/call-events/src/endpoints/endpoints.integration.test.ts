import { randomUUID } from 'node:crypto';
import {
  type AddedEndpoint,
  addedEndpointSchema,
  type EndpointEvent,
  endpointDeliveriesSchema,
  endpointListSchema,
} from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addCall } from '../../test/support/calls-on-file.ts';
import { Companion } from '../../test/support/companion.ts';
import { createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { type EventReceiver, startEventReceiver } from '../../test/support/event-receiver.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let receiver: EventReceiver;
let brand: TestBrand;
let rep: TestUser;
let owner: Reader;
let send: ReturnType<typeof createRepsDialler>['send'];

beforeAll(async () => {
  // Without Redis: each server finds the work of the other in the database only.
  service = await startService({ servers: 2, settings: { ENDPOINTS_ALLOW_PRIVATE: true } });
});
afterAll(() => service.close());
beforeEach(async () => {
  receiver = await startEventReceiver();
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  owner = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
  const dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
  send = async (...sent) => {
    const answer = await dialler.send(...sent);
    expect(answer.status).toBe(200);
    return answer;
  };
});
afterEach(async () => {
  await service.query('UPDATE endpoints SET off_at = now()');
  await receiver.close();
  expect(receiver.faults).toEqual([]);
});

const path = '/settings/endpoints';
const limitMs = 20_000;

async function add(events: EndpointEvent[], url = receiver.url): Promise<AddedEndpoint> {
  const { status, json } = await owner.send('POST', path, { url, events });
  expect(status).toBe(201);
  const added = addedEndpointSchema.parse(json);
  receiver.secrets.push(added.secret);
  return added;
}

const endpointOnFile = async () => endpointListSchema.parse(await owner.read(path)).items[0]!;
const log = async ({ id }: { id: string }) =>
  endpointDeliveriesSchema.parse(await owner.read(`${path}/${id}/deliveries`)).items;
const types = () => receiver.received.map(({ type }) => type);
const receives = (count: number, withinMs = limitMs) =>
  until(`${count} events`, () => receiver.received.length >= count, withinMs);
/** What waits is due. */
const makeDue = () =>
  service.query("UPDATE endpoint_deliveries SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL");

describe('the starts and ends of calls', () => {
  it('go out signed, in the order of the log, with an end before the start that replaced its call', async () => {
    await send('call-started');
    const endpoint = await add(['call.started', 'call.ended']);
    await send('hold-started');
    await send('call-started', { phone_number: '+14155550199', customer_id: 'C7' });
    await send('call-ended');
    await receives(3);
    expect(types()).toEqual(['call.ended', 'call.started', 'call.ended']);
    const [replaced, started, ended] = receiver.received.map(({ data }) => Object(data.call));
    expect(replaced).toMatchObject({ phone_number: '+14155550134', end_reason: 'superseded', agent_email: rep.email });
    expect(started).toMatchObject({
      phone_number: '+14155550199',
      customer_id: 'C7',
      ended_at: null,
      end_reason: null,
    });
    expect(ended).toMatchObject({ reference: started.reference, end_reason: 'ended' });
    expect(receiver.received[1]?.data).toMatchObject({
      brand: brand.slug,
      customer: { customer_id: 'C7' },
      test: false,
    });
    expect(JSON.stringify(receiver.received)).not.toContain('"on_hold"');
    await until('the log says so', async () => (await log(endpoint)).every(({ state }) => state === 'delivered'));
    expect(await log(endpoint)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'delivered', attempts: 1, status: 204, problem: null })),
    );
  });

  it('of many reps go out once, in order for each, from two servers at once', async () => {
    const reps = await Promise.all(Array.from({ length: 12 }, () => addUser(service, brand)));
    await Promise.all([add(['call.started', 'call.ended'])]);
    const diallers = service.clients.map((client) => createDialler(client, brand));
    await Promise.all(
      reps.map(async (one, at) => {
        const dialler = createRepsDialler(diallers[at % 2]!, one);
        for (let call = 0; call < 4; call += 1) {
          const phone_number = `+1415555${1000 + call}`;
          expect((await dialler.send('call-started', { phone_number })).status).toBe(200);
          expect((await dialler.send('call-ended')).status).toBe(200);
        }
      }),
    );
    await receives(96, 60_000);
    for (const { email } of reps) {
      const own = receiver.received.filter(({ data }) => Object(data.call).agent_email === email);
      const told = own.map(({ type, data }) => [type, Object(data.call).phone_number.slice(-1)]);
      expect(told).toEqual(
        ['0', '1', '2', '3'].flatMap((call) => [
          ['call.started', call],
          ['call.ended', call],
        ]),
      );
    }
    expect(new Set(receiver.attempts).size).toBe(receiver.attempts.length);
  }, 90_000);

  it('of a rep wait for one that fails, and those of another do not; the id stays', async () => {
    const other = await addUser(service, brand);
    await add(['call.started', 'call.ended']);
    receiver.answer = ({ data }) => ({ status: Object(data.call).agent_email === rep.email ? 500 : 200 });
    await send('call-started');
    await send('call-ended');
    const others = createRepsDialler(createDialler(service.clients[1]!, brand), other);
    await others.send('call-started');
    await others.send('call-ended');
    await receives(2);
    expect(new Set(receiver.received.map(({ data }) => Object(data.call).agent_email))).toEqual(new Set([other.email]));
    const failing = await until('a failure', async () => {
      const { state } = await endpointOnFile();
      return state === 'failing' || receiver.attempts.length > 2;
    }).then(() => receiver.attempts.filter((id) => !receiver.received.some((event) => event.id === id)));
    expect(new Set(failing).size).toBe(1);
    receiver.answer = () => ({ status: 200 });
    await receives(4);
    expect(types().slice(2)).toEqual(['call.started', 'call.ended']);
    expect(receiver.received[2]?.id).toBe(failing[0]);
  });

  it('of a user who is deactivated end, too', async () => {
    await add(['call.started', 'call.ended']);
    await send('call-started');
    await receives(1);
    await service.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [rep.id]);
    await receives(2);
    expect(receiver.received[1]).toMatchObject({ type: 'call.ended', data: { call: { end_reason: 'deactivated' } } });
  });
});

describe('what is in no log of a rep', () => {
  const note = (reader: Reader, reference: string, body: object) =>
    reader.send('PUT', `/desk/calls/${reference}/notes`, body);

  async function liveReference(): Promise<string> {
    const [row] = await service.query<{ call_reference: string }>(
      'SELECT call_reference FROM rep_state WHERE user_id = $1',
      [rep.id],
    );
    return row?.call_reference ?? '';
  }

  it('the notes of a call go out after its end, once when they rest', async () => {
    await add(['call.ended', 'call.completed']);
    const desk = new Reader(service.clients[0], brand, await tokenFor(rep, brand, { audience: 'tab' }));
    await send('call-started');
    const reference = await liveReference();
    expect((await note(desk, reference, { note: 'Wants', disposition: null })).status).toBe(200);
    await send('call-ended');
    expect((await note(desk, reference, { note: 'Wants a ring', disposition: 'follow_up' })).status).toBe(200);
    await receives(2);
    expect(receiver.received[1]).toMatchObject({
      type: 'call.completed',
      data: { call: { reference, end_reason: 'ended' }, outcome: 'follow_up', note: 'Wants a ring' },
    });
    expect((await note(desk, reference, { note: 'Wants a ring', disposition: 'follow_up' })).status).toBe(200);
    await note(desk, reference, { note: 'Wants two', disposition: 'sale' });
    await receives(3);
    expect(receiver.received[2]?.data).toMatchObject({ outcome: 'sale', note: 'Wants two' });
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.attempts).size).toBe(3);
  });

  it('sales and declines go out, and again when they are withdrawn', async () => {
    await add(['sale.recorded', 'offer.declined']);
    await send('call-started');
    const reference = await liveReference();
    const recommendation_id = randomUUID();
    await service.query(
      `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id, items)
       SELECT gen_random_uuid(), brand_id, id, user_id, 1, 'ready', $2, '[{"sku": "401", "web_price": 129.5}, {"sku": "402", "web_price": 8}]'
         FROM calls WHERE reference = $1`,
      [reference, recommendation_id],
    );
    const desk = await Reader.of(service.clients[0], brand, rep);
    const report = (outcome: object) =>
      desk.send('POST', `/calls/${reference}/outcomes`, { recommendation_id, ...outcome });
    expect((await report({ sku: '401', outcome: 'sold', qty: 2, outcome_id: 'one' })).status).toBe(200);
    expect((await report({ sku: '401', outcome: 'sold', qty: 2, outcome_id: 'one' })).status).toBe(200);
    await receives(1);
    await report({ sku: '402', outcome: 'declined', reason: 'too dear' });
    await receives(2);
    expect((await desk.send('DELETE', `/calls/${reference}/outcomes/one`)).status).toBe(200);
    await receives(3);
    const sale = { sku: '401', qty: 2, unit_price: 129.5, currency: 'USD', outcome_id: 'one', recommendation_id };
    expect(receiver.received).toMatchObject([
      { type: 'sale.recorded', data: { ...sale, voided_at: null, call: { reference } } },
      { type: 'offer.declined', data: { sku: '402', reason: 'too dear' } },
      { type: 'sale.recorded', data: { ...sale, voided_at: expect.any(String) } },
    ]);
    expect(new Set(receiver.attempts).size).toBe(3);
  });

  it('a name without a user goes out once an hour', async () => {
    await add(['agent.unresolved']);
    const dialler = createDialler(service.clients[0], brand);
    const body = { agent_email: 'SIP/1001', phone_number: '+14155550134' };
    await Promise.all([dialler.post('call-started', body), dialler.post('call-started', { ...body, event_id: 'b' })]);
    await dialler.post('call-ended', { agent_email: 'sip/1002' });
    await receives(2);
    expect(receiver.received.map(({ data }) => data.agent).sort()).toEqual(['sip/1001', 'sip/1002']);
  });

  it('a pause goes out when no companion acknowledges it within 5 s, and not when one does', async () => {
    await add(['pause.unconfirmed']);
    const other = await addUser(service, brand);
    const token = await tokenFor(other, brand, { audience: 'companion' });
    const companion = new Companion({ port: service.clients[0].port, host: brand.host, token });
    await companion.hears('recording.state');
    const others = createRepsDialler(createDialler(service.clients[0], brand), other);
    for (const one of [others.send, send]) {
      await one('call-started');
      await one('recording-paused');
    }
    await receives(1);
    expect(receiver.received[0]?.data).toMatchObject({
      call: { agent_email: rep.email },
      sequence: expect.any(Number),
    });
    await send('recording-resumed');
    await send('recording-paused');
    await receives(2);
    expect(receiver.received.map(({ data }) => Object(data.call).agent_email)).toEqual([rep.email, rep.email]);
    companion.close();
  }, 40_000);
});

describe('an endpoint', () => {
  it('that fails for a day is off, and is on again when somebody sends again', async () => {
    const endpoint = await add(['call.started']);
    receiver.answer = () => ({ status: 503 });
    await send('call-started');
    await until('it fails', async () => (await endpointOnFile()).state === 'failing', limitMs);
    await service.query("UPDATE endpoints SET failing_since = now() - interval '25 h' WHERE id = $1", [endpoint.id]);
    await service.query("UPDATE endpoint_deliveries SET retry_since = now() - interval '25 h' WHERE endpoint_id = $1", [
      endpoint.id,
    ]);
    await makeDue();
    await until('it is off', async () => (await endpointOnFile()).state === 'off', limitMs);
    const [given] = await log(endpoint);
    expect(given).toMatchObject({ state: 'failed', status: 503, due_at: null });
    const { length } = receiver.attempts;
    await send('call-ended');
    await send('call-started', { phone_number: '+14155550199' });
    expect((await service.clients[0].send({ method: 'GET', path: '/metrics' })).text).toContain('endpoints_off');
    receiver.answer = () => ({ status: 200 });
    expect(receiver.attempts).toHaveLength(length);
    expect((await owner.send('POST', `${path}/${endpoint.id}/resend`, { delivery: 'gone' })).status).toBe(404);
    expect((await endpointOnFile()).state).toBe('off');
    expect((await owner.send('POST', `${path}/${endpoint.id}/resend`, {})).json).toEqual({
      id: endpoint.id,
      resent: 1,
    });
    await receives(2);
    expect(await endpointOnFile()).toMatchObject({ state: 'on', failing_since: null, off_at: null });
    const sent = receiver.received.find(({ id }) => id === given?.id);
    expect(sent).toBeDefined();
    const again = await owner.send('POST', `${path}/${endpoint.id}/resend`, { delivery: given?.id });
    expect(again.json).toEqual({ id: endpoint.id, resent: 1 });
    await receives(3);
    expect(receiver.received[2]).toEqual(sent);
  });

  it('is not followed to another address', async () => {
    const endpoint = await add(['call.started']);
    const other = await startEventReceiver();
    receiver.answer = () => ({ status: 307, headers: { location: other.url } });
    await send('call-started');
    await until('it fails', async () => (await log(endpoint))[0]?.status === 307, limitMs);
    expect([...other.attempts, ...other.faults]).toEqual([]);
    await other.close();
  });

  it('gets nothing of a call that was deleted', async () => {
    const endpoint = await add(['call.started']);
    receiver.answer = () => ({ status: 500 });
    await send('call-started');
    await until('it fails', async () => (await log(endpoint))[0]?.status === 500, limitMs);
    await send('call-ended');
    receiver.answer = () => ({ status: 200 });
    await service.query('DELETE FROM chats WHERE brand_id = $1', [brand.id]);
    await service.query('DELETE FROM calls WHERE brand_id = $1', [brand.id]);
    expect(await log(endpoint)).toEqual([]);
    await send('call-started', { phone_number: '+14155550199' });
    await receives(1);
    expect(Object(receiver.received[0]?.data.call).phone_number).toBe('+14155550199');
  });

  it('is added and removed on record, and its secret is stored encrypted', async () => {
    const { id, secret } = await add(['sale.recorded', 'call.started']);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await endpointOnFile()).toMatchObject({
      id,
      events: ['call.started', 'sale.recorded'],
      waiting: 0,
      failed: 0,
    });
    expect(JSON.stringify(await service.query('SELECT * FROM endpoints'))).not.toContain(secret);
    expect((await owner.send('DELETE', `${path}/${id}`)).json).toEqual({ id, removed: true });
    expect((await owner.send('DELETE', `${path}/${id}`)).status).toBe(404);
    const audited = await service.query('SELECT action, detail FROM audit_log WHERE brand_id = $1 ORDER BY id', [
      brand.id,
    ]);
    const { host } = new URL(receiver.url);
    expect(audited).toEqual([
      { action: 'endpoint.add', detail: { host, events: ['call.started', 'sale.recorded'] } },
      { action: 'endpoint.remove', detail: { host } },
    ]);
  });

  it('is not added to 20 others, also by requests at the same time', async () => {
    const request = { url: receiver.url, events: ['sale.recorded'] };
    for (let added = 0; added < 19; added += 1) expect((await owner.send('POST', path, request)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 3 }, () => owner.send('POST', path, request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toContain('at most 20 endpoints');
    expect(endpointListSchema.parse(await owner.read(path)).items).toHaveLength(20);
  });

  it('of another brand cannot be reached', async () => {
    const { id } = await add(['call.started']);
    const elsewhere = await addBrand(service);
    const stranger = await Reader.of(
      service.clients[0],
      elsewhere,
      await addUser(service, elsewhere, { role: 'owner' }),
    );
    expect(await stranger.read(path)).toEqual({ items: [] });
    expect((await stranger.send('GET', `${path}/${id}/deliveries`)).status).toBe(404);
    expect((await stranger.send('POST', `${path}/${id}/resend`, {})).status).toBe(404);
    expect((await stranger.send('DELETE', `${path}/${id}`)).status).toBe(404);
    const reader = await Reader.of(service.clients[0], brand, rep);
    expect((await reader.send('GET', path)).status).toBe(403);
  });
});

it('a call that was on file before an endpoint is not told', async () => {
  await addCall(service, brand, rep);
  await send('call-started');
  await send('call-ended');
  await add(['call.started']);
  await send('call-started', { phone_number: '+14155550177' });
  await receives(1);
  expect(Object(receiver.received[0]?.data.call).phone_number).toBe('+14155550177');
});
