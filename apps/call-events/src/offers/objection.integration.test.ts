import { createSecretBox } from '@callside/auth';
import { callOffersSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { type FakeRecommender, startFakeRecommender } from '../../test/support/fake-recommender.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';
import { Tab } from '../../test/support/tab.ts';

let service: ServiceUnderTest;
let recommender: FakeRecommender;
let tabs: Tab[] = [];

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
// Of its own for each test: an earlier one may still be asked.
beforeEach(async () => {
  recommender = await startFakeRecommender();
});
afterEach(async () => {
  await recommender.close();
  for (const tab of tabs) tab.close();
  tabs = [];
});

/** A rep on a call with offers. */
async function onACall(phone_number = '+14155550134') {
  const brand = await addBrand(service);
  const rep = await addUser(service, brand);
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal('cs_live_0123456789abcdef0123456789abcdef01234567');
  await service.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    recommender.url,
    sealed,
  ]);
  const token = await tokenFor(rep, brand, { audience: 'tab' });
  const tab = new Tab({ port: service.clients[0].port, host: brand.host, token });
  tabs.push(tab);
  await tab.hears('call.state');
  const dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
  const start = () => dialler.send('call-started', { phone_number });
  await start();
  await until('offers', () => tab.named('offers').length > 0);
  const shown = () => callOffersSchema.parse(tab.named('offers').at(-1));
  const path = `/calls/${shown().call_reference}/objection`;
  const reader = await Reader.of(service.clients[0], brand, rep);
  return {
    ...{ brand, path, reader, shown },
    again: async () => {
      await dialler.send('call-ended');
      await start();
    },
    send: (objects: unknown) => reader.send('POST', path, { objects }),
    stored: async () => (await reader.send('GET', path)).json,
    rows: () =>
      service.query('SELECT phone_number, customer_id FROM objections WHERE brand_id = $1 ORDER BY customer_id', [
        brand.id,
      ]),
  };
}

test('a caller objects and takes it back: what is stored is told, and the offers follow once the recommender does', async () => {
  const call = await onACall();
  expect(await call.stored()).toEqual({ objects: false });
  const answer = await call.send(true);
  expect([answer.status, answer.json]).toEqual([200, { objects: true }]);
  recommender.mode = 'withhold';
  await until('the offers are withheld', () => call.shown().offers_withheld === 'customer_objects', 8_000);
  expect(call.shown()).toMatchObject({ status: 'ready', items: [] });
  expect(await call.rows()).toEqual([{ phone_number: '+14155550134', customer_id: null }]);
  expect(await call.stored()).toEqual({ objects: true });
  expect((await call.send(true)).json).toEqual({ objects: true });
  expect(await call.rows()).toHaveLength(1);

  expect((await call.send(false)).json).toEqual({ objects: false });
  recommender.mode = 'answer';
  await until('there are offers again', () => call.shown().items.length > 0, 8_000);
  expect(call.shown()).not.toHaveProperty('offers_withheld');
  expect([await call.stored(), await call.rows()]).toEqual([{ objects: false }, []]);
  const audited = await service.query(
    'SELECT action, detail FROM audit_log WHERE brand_id = $1 AND action LIKE $2 ORDER BY id',
    [call.brand.id, 'objection.%'],
  );
  expect(audited).toEqual([
    { action: 'objection.set', detail: { by: 'call' } },
    { action: 'objection.clear', detail: { by: 'call' } },
  ]);
});

test('what cannot be put on record is not stored', async () => {
  const call = await onACall();
  await service.query(
    `ALTER TABLE audit_log ADD CONSTRAINT no_objections CHECK (action NOT LIKE 'objection.%') NOT VALID`,
  );
  try {
    expect((await call.send(true)).status).toBe(500);
  } finally {
    await service.query('ALTER TABLE audit_log DROP CONSTRAINT no_objections');
  }
  expect([await call.stored(), await call.rows()]).toEqual([{ objects: false }, []]);
});

test('the next call has offers although the recommender does not know yet that the caller takes it back', async () => {
  const call = await onACall();
  recommender.mode = 'withhold';
  await call.send(true);
  await until('the offers are withheld', () => call.shown().offers_withheld === 'customer_objects', 8_000);
  await call.send(false);
  const { call_reference: before } = call.shown();
  await call.again();
  await until('the next call is answered', () => call.shown().call_reference !== before, 8_000);
  expect(call.shown()).toMatchObject({ offers_withheld: 'customer_objects' });
  recommender.mode = 'answer';
  await until('it has offers', () => call.shown().items.length > 0, 8_000);
  expect(call.shown().call_reference).not.toBe(before);
});

test('a number that the recommender does not take objects too: its next call has no offers', async () => {
  const call = await onACall('+442071838750');
  expect(call.shown().items).not.toEqual([]);
  expect((await call.send(true)).json).toEqual({ objects: true });
  await until('the offers are withheld', () => call.shown().offers_withheld === 'customer_objects', 8_000);
  await call.send(false);
  await until('it has offers again', () => call.shown().items.length > 0, 8_000);
  await call.send(true);
  const { call_reference: before } = call.shown();
  await call.again();
  await until('the next call is answered', () => call.shown().call_reference !== before, 8_000);
  expect(call.shown()).toMatchObject({ items: [], offers_withheld: 'customer_objects' });
});

test('a customer with a code objects with their code and the number of the call', async () => {
  const call = await onACall();
  await service.query(
    "INSERT INTO customers (id, brand_id, customer_id, phone_number) VALUES (gen_random_uuid(), $1, 'C1', '+14155550134')",
    [call.brand.id],
  );
  await call.send(true);
  expect(await call.rows()).toEqual([
    { phone_number: null, customer_id: 'C1' },
    { phone_number: '+14155550134', customer_id: null },
  ]);
  await call.send(false);
  expect(await call.rows()).toEqual([]);
});

test.each([
  [{}, 'objects is required'],
  [{ objects: 'yes' }, 'objects must be true or false'],
  [[], 'the body must be a JSON object'],
])('%j is refused', async (body, problem) => {
  const call = await onACall();
  const { status, text } = await call.reader.send('POST', call.path, body);
  expect(status).toBe(422);
  expect(text).toContain(problem);
});

test('nobody can object on a call with neither a number nor a customer, nor another rep', async () => {
  const call = await onACall('anonymous');
  expect(await call.send(true)).toMatchObject({ status: 422 });
  expect(await call.stored()).toEqual({ objects: false });
  const other = await Reader.of(service.clients[0], call.brand, await addUser(service, call.brand));
  expect((await other.send('POST', call.path, { objects: true })).status).toBe(403);
  expect((await other.send('GET', call.path)).status).toBe(403);
  expect(
    (
      await call.reader.send(
        'GET',
        call.path.replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0')),
      )
    ).status,
  ).toBe(404);
});

test('a decline is stored with the customer of the call', async () => {
  const call = await onACall();
  const { recommendation_id, items, call_reference } = call.shown();
  const outcome = { recommendation_id, sku: items[0]?.sku, outcome: 'declined', reason: 'have it' };
  expect((await call.reader.send('POST', `/calls/${call_reference}/outcomes`, outcome)).status).toBe(200);
  expect(
    await service.query('SELECT phone_number, customer_id, reason FROM offer_outcomes WHERE brand_id = $1', [
      call.brand.id,
    ]),
  ).toEqual([{ phone_number: '+14155550134', customer_id: null, reason: 'have it' }]);
});
