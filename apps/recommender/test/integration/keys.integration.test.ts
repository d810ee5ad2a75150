import { createHash } from 'node:crypto';
import { until } from '@callside/test-kit';
import { aPhone } from '../support/answers.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { addBrand, addKey } from '../support/shop.ts';

const credential = 'the operator\'s own credential: any text "at all"';
const refused = { status: 401, text: '{"detail":"API key is invalid or missing."}' };

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    servers: 2,
    environment: { SERVICE_KEY_SHA256: createHash('sha256').update(credential).digest('hex') },
  });
});
afterAll(() => service.close());

function ask(key: string | string[] | undefined, { server = 0, path = '/recommend' } = {}) {
  return (service.clients[server] ?? service.clients[0]).send({
    path,
    headers: { ...(key !== undefined && { 'x-api-key': key }) },
    body: JSON.stringify({ phone: aPhone, recommendation_id: 'unknown' }),
  });
}

describe.each([
  ['/recommend', 200],
  ['/purchase', 404],
])('%s', (path, status) => {
  test('accepts a key of the brand for the recommender', async () => {
    expect((await ask(service.key, { path })).status).toBe(status);
  });

  test('accepts a key as a bearer token, and as the password of HTTP Basic', async () => {
    const basic = (password: string) => `Basic ${Buffer.from(`ivr:${password}`).toString('base64')}`;
    const send = (authorization: string) =>
      service.clients[0].send({
        path,
        headers: { authorization },
        body: JSON.stringify({ phone: aPhone, recommendation_id: 'unknown' }),
      });
    for (const key of [`Bearer ${service.key}`, basic(service.key), basic(credential)]) {
      expect((await send(key)).status).toBe(status);
    }
    for (const key of [`Bearer ${service.key}0`, basic(`${service.key}0`)]) {
      expect(await send(key)).toMatchObject(refused);
    }
  });

  test("accepts the operator's service credential", async () => {
    expect((await ask(credential, { path })).status).toBe(status);
  });

  test.each([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['unknown', () => `cs_live_${'a'.repeat(40)}`],
    ['of another prefix', () => service.key.replace('cs_', 'xx_')],
    ['in upper case', () => service.key.toUpperCase()],
    ['too short', () => service.key.slice(0, -1)],
    ['too long', () => `${service.key}0`],
    ['a bearer token', () => `Bearer ${service.key}`],
    ['sent twice', () => [service.key, service.key]],
    ['an injection', () => "' OR 1=1 --"],
    ['very long', () => 'cs_live_'.repeat(1000)],
    ['the service credential cut short', () => credential.slice(0, -1)],
    ['the digest of the service credential', () => createHash('sha256').update(credential).digest('hex')],
  ])('refuses a key that is %s', async (_title, key) => {
    expect(await ask(key(), { path })).toMatchObject(refused);
  });
});

test('refused keys are counted for the owners of the brand', async () => {
  await ask(`cs_live_${'0'.repeat(36)}ab12`);
  await ask(`cs_live_${'1'.repeat(36)}ab12`, { path: '/purchase' });
  await until('both are on file', async () => {
    const rows = await service.query(
      `SELECT FROM refused_keys WHERE brand_id = $1 AND shown_key = 'cs_live_…ab12'
          AND feature = 'recommender' AND reason = 'unknown' AND requests = 2`,
      [service.brand.id],
    );
    return rows.length === 1;
  });
});

test('a key of another brand is refused', async () => {
  const other = await addBrand(service.query);
  const { key } = await addKey(service.query, other);
  expect(await ask(key)).toMatchObject(refused);
});

test('a key of another feature is refused', async () => {
  const { key } = await addKey(service.query, service.brand, { feature: 'call-events' });
  expect(await ask(key)).toMatchObject(refused);
});

test('a key is valid until it expires', async () => {
  const past = await addKey(service.query, service.brand, { expiresAt: new Date(Date.now() - 1000) });
  const future = await addKey(service.query, service.brand, { expiresAt: new Date(Date.now() + 60_000) });
  expect(await ask(past.key)).toMatchObject(refused);
  expect((await ask(future.key)).status).toBe(200);
});

test('a revoked key is refused by the next request, on every server', async () => {
  const { id, key } = await addKey(service.query, service.brand);
  expect((await ask(key, { server: 0 })).status).toBe(200);
  expect((await ask(key, { server: 1 })).status).toBe(200);
  await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  expect(await ask(key, { server: 0 })).toMatchObject(refused);
  expect(await ask(key, { server: 1 })).toMatchObject(refused);
});

test('nothing is recorded with a key that was revoked a moment after its last use', async () => {
  const { id, key } = await addKey(service.query, service.brand);
  const send = (body: object) =>
    service.clients[0].send({ path: '/recommend', headers: { 'x-api-key': key }, body: JSON.stringify(body) });
  const source = `revoked-${id.slice(0, 8)}`;
  expect((await send({ phone: aPhone, source })).status).toBe(200);
  await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  expect(await send({ phone: aPhone, source })).toMatchObject(refused);
  const recorded = await service.query('SELECT id FROM recommendations WHERE source = $1', [source]);
  expect(recorded).toHaveLength(1);
});

test('a recently used key whose fields are invalid gets the 401 when it was revoked', async () => {
  const { id, key } = await addKey(service.query, service.brand);
  expect((await ask(key)).status).toBe(200);
  await service.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  const invalid = service.clients[0].send({ path: '/recommend', headers: { 'x-api-key': key }, body: '{}' });
  expect(await invalid).toMatchObject(refused);
});

test('the service credential needs no look-up of keys', async () => {
  await service.query('ALTER TABLE api_keys RENAME TO away');
  const [withCredential, withKey] = [await ask(credential), await ask(service.key)];
  await service.query('ALTER TABLE away RENAME TO api_keys');
  expect([withCredential.status, withKey.status]).toEqual([200, 500]);
});

test('the log names the id of the key, and never the key', async () => {
  const { id, key } = await addKey(service.query, service.brand);
  await ask(key);
  await ask(credential);
  await until('the request lines are out', () => service.logged().includes('"key_id":"service"'));
  expect(service.logged()).toContain(`"key_id":"${id}"`);
  expect(service.logged()).not.toMatch(/cs_live_[0-9a-f]{40}/);
  expect(service.logged()).not.toContain('own credential');
});

test('the log has no phone number and no part of a body; it names the model of a recommendation', async () => {
  await service.post('/recommend', { phone: '2125550187', source: 'tag-of-the-ivr', purchased_skus: ['401'] });
  await until('the request line is out', () => service.logged().includes('recommendation_id'));
  expect(service.logged()).not.toMatch(/2125550187|5550187|5550134|tag-of-the-ivr/);
  const line = service
    .logged()
    .split('\n')
    .filter((one) => one.includes('"recommendation_id"'))
    .at(-1);
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    msg: 'request',
    service: 'recommender',
    route: '/recommend',
    artifact_version: 'fake-1',
    catalog_version: expect.any(String),
    feature_schema_hash: expect.any(String),
    fallback: false,
  });
});
