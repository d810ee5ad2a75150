import { addBrand, addKey, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService({ servers: 2 });
  brand = await addBrand(service);
});
afterAll(() => service.close());

const validBody = '{"agent_email":"rep@brand.example"}';
const refused = { status: 401, json: { detail: 'API key is invalid or missing.' } };

function post(
  key: string | string[] | undefined,
  { server = 0, path = '/call-events/call-ended', host = brand.host, body = validBody } = {},
) {
  const client = service.clients[server] ?? service.clients[0];
  return client.send({ path, headers: { host, ...(key !== undefined && { 'x-api-key': key }) }, body });
}

test('a key of the brand is accepted', async () => {
  expect((await post(brand.key)).status).toBe(200);
});

test('a second key of the brand is accepted as well as the first', async () => {
  const { key } = await addKey(service, brand);
  expect((await post(key)).status).toBe(200);
  expect((await post(brand.key)).status).toBe(200);
});

test.each([
  ['missing', () => undefined],
  ['empty', () => ''],
  ['unknown', () => `cs_live_${'a'.repeat(40)}`],
  ['of another prefix', () => brand.key.replace('cs_', 'xx_')],
  ['in upper case', () => brand.key.toUpperCase()],
  ['with upper-case digits', () => `cs_live_${brand.key.slice(8).toUpperCase()}!`],
  ['too short', () => brand.key.slice(0, -1)],
  ['too long', () => `${brand.key}0`],
  ['a bearer token', () => `Bearer ${brand.key}`],
  ['quoted', () => `"${brand.key}"`],
  ['sent twice', () => [brand.key, brand.key]],
  ['the digest on file', () => 'cs_live_'],
  ['an injection', () => "' OR 1=1 --"],
  ['very long', () => 'cs_live_'.repeat(1000)],
])('a key that is %s is refused', async (_title, key) => {
  expect(await post(key())).toMatchObject(refused);
});

test.each(['x-api-key', 'api_key', 'key'])('a key in the query string as %s is ignored', async (name) => {
  expect(await post(undefined, { path: `/call-events/call-ended?${name}=${brand.key}` })).toMatchObject(refused);
});

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

test.each([
  ['as a bearer token', (key: string) => `Bearer ${key}`],
  ['as the password of HTTP Basic', (key: string) => basic('dialler', key)],
])('a key in the Authorization header %s is accepted like one in X-API-Key', async (_how, authorizationOf) => {
  const send = (key: string, headers: Record<string, string> = {}) =>
    service.clients[0].send({
      path: '/call-events/call-ended',
      headers: { host: brand.host, authorization: authorizationOf(key), ...headers },
      body: validBody,
    });
  expect((await send(brand.key)).status).toBe(200);
  expect(await send(brand.key, { 'x-api-key': '' })).toMatchObject(refused);
  const { id, key } = await addKey(service, brand);
  await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  expect(await send(key)).toMatchObject(refused);
  expect(await send((await addBrand(service)).key)).toMatchObject(refused);
  expect(service.logged()).not.toContain(key.slice(8));
  expect(service.logged()).not.toContain(Buffer.from(`dialler:${key}`).toString('base64'));
});

test.each([
  ['as the user of HTTP Basic', (key: string) => basic(key, '')],
  ['without a scheme', (key: string) => key],
])('a key in the Authorization header %s is refused', async (_how, authorizationOf) => {
  const headers = { host: brand.host, authorization: authorizationOf(brand.key) };
  expect(await service.clients[0].send({ path: '/call-events/call-ended', headers, body: validBody })).toMatchObject(
    refused,
  );
});

test("a key of another brand is refused on this brand's host", async () => {
  const other = await addBrand(service);
  expect(await post(other.key)).toMatchObject(refused);
  expect((await post(other.key, { host: other.host })).status).toBe(200);
});

test('a key of another feature is refused', async () => {
  const { key } = await addKey(service, brand, { feature: 'recommender' });
  expect(await post(key)).toMatchObject(refused);
});

test('a key is valid until it expires', async () => {
  const past = await addKey(service, brand, { expiresAt: new Date(Date.now() - 1000) });
  const future = await addKey(service, brand, { expiresAt: new Date(Date.now() + 60_000) });
  expect(await post(past.key)).toMatchObject(refused);
  expect((await post(future.key)).status).toBe(200);
  await service.query(`UPDATE api_keys SET expires_at = now() - interval '1 ms' WHERE id = $1`, [future.id]);
  expect(await post(future.key)).toMatchObject(refused);
});

test('a revoked key is refused at the next request, on every server', async () => {
  const { id, key } = await addKey(service, brand);
  expect((await post(key, { server: 0 })).status).toBe(200);
  expect((await post(key, { server: 1 })).status).toBe(200);
  await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  expect(await post(key, { server: 0 })).toMatchObject(refused);
  expect(await post(key, { server: 1 })).toMatchObject(refused);
  expect((await post(brand.key)).status).toBe(200);
});

describe('a key that was used a moment ago and revoked since', () => {
  let id: string;
  let key: string;
  beforeEach(async () => {
    ({ id, key } = await addKey(service, brand));
    expect((await post(key)).status).toBe(200);
    await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  });

  const recorded = () => service.query('SELECT event_id FROM call_events WHERE api_key_id = $1', [id]);

  test('is refused before invalid fields are, and records nothing', async () => {
    expect(await post(key, { body: '{"agent_email":7}' })).toMatchObject(refused);
    expect(await post(key)).toMatchObject(refused);
    expect(await recorded()).toHaveLength(1);
  });

  test('is refused while other keys send in the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => post(n % 2 === 0 ? key : brand.key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 === 0 ? 401 : 200)));
    expect(await recorded()).toHaveLength(1);
  });

  test('is accepted when the revocation is undone', async () => {
    expect(await post(key)).toMatchObject(refused);
    await service.query('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [id]);
    expect((await post(key)).status).toBe(200);
    expect(await recorded()).toHaveLength(2);
  });
});

test('a restriction to addresses applies to the next request', async () => {
  const { id, key } = await addKey(service, brand);
  expect((await post(key)).status).toBe(200);
  await service.query(`UPDATE api_keys SET allowed_addresses = '{198.51.100.0/24}' WHERE id = $1`, [id]);
  expect(await post(key)).toMatchObject(refused);
});

test('every event is recorded with the key that posted it', async () => {
  const { id, key } = await addKey(service, brand);
  await post(key);
  expect(await service.query('SELECT count(*)::int AS count FROM call_events WHERE api_key_id = $1', [id])).toEqual([
    { count: 1 },
  ]);
});

test('no key appears in the log', () => {
  expect(service.logged()).toContain('"status":200');
  expect(service.logged()).not.toMatch(/cs_live_[0-9a-f]{40}/);
});
