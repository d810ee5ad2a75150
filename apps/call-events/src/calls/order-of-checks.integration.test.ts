import { addBrand, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
});
afterAll(() => service.close());

const badHost = 'nobody.example';
const badKey = `cs_live_${'0'.repeat(40)}`;
const badJson = '{"agent_email":';
const badFields = '{}';
const goodBody = '{"agent_email":"rep@brand.example","phone_number":"+14155550134"}';

async function post({ host = brand.host, key = brand.key, body = goodBody }: Record<string, string | undefined>) {
  const path = '/call-events/call-started';
  return service.clients[0].send({ path, headers: { host, 'x-api-key': key }, body });
}

test('a request without any error is accepted', async () => {
  expect((await post({})).status).toBe(200);
});

describe('host, then JSON, then key, then fields: the first error decides', () => {
  test.each([
    ['host, JSON, key', 404, { host: badHost, body: badJson, key: badKey }],
    ['host, key, fields', 404, { host: badHost, body: badFields, key: badKey }],
    ['host, JSON', 404, { host: badHost, body: badJson }],
    ['host, key', 404, { host: badHost, key: badKey }],
    ['host, fields', 404, { host: badHost, body: badFields }],
    ['host', 404, { host: badHost }],
    ['JSON, key', 422, { body: badJson, key: badKey }],
    ['JSON', 422, { body: badJson }],
    ['key, fields', 401, { body: badFields, key: badKey }],
    ['key', 401, { key: badKey }],
    ['fields', 422, { body: badFields }],
  ])('wrong %s: %i', async (_wrong, status, request) => {
    expect((await post(request)).status).toBe(status);
  });
});

test('broken JSON gets the same answer with a valid key, an invalid one and none', async () => {
  const answers = await Promise.all([
    post({ body: badJson }),
    post({ body: badJson, key: badKey }),
    service.clients[0].send({ path: '/call-events/call-started', headers: { host: brand.host }, body: badJson }),
  ]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('a 401 is the same for any other error in the body', async () => {
  const bodies = [goodBody, badFields, '5', 'null', '"text"', '[]', '{"agent_email":5,"metadata":[]}'];
  const answers = await Promise.all(bodies.map((body) => post({ key: badKey, body })));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['401 {"detail":"API key is invalid or missing."}']),
  );
});

test('an unknown event is 404 for any key and body', async () => {
  for (const body of [goodBody, badJson, badFields]) {
    const path = '/call-events/call-paused';
    const answer = await service.clients[0].send({ path, headers: { host: brand.host, 'x-api-key': badKey }, body });
    expect(answer).toMatchObject({ status: 404, json: { detail: expect.any(String) } });
  }
});

test('a refused request leaves no row', async () => {
  const before = await service.query('SELECT count(*) FROM call_events');
  await Promise.all([
    post({ host: badHost }),
    post({ body: badJson }),
    post({ key: badKey }),
    post({ body: badFields }),
  ]);
  expect(await service.query('SELECT count(*) FROM call_events')).toEqual(before);
});
