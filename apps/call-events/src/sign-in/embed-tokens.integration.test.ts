import { embedTokenSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let key: string;
let keyId: string;

beforeAll(async () => {
  service = await startService({
    trustProxy: ['127.0.0.1'],
    rates: { embedTokens: 6, embedRefusalsOnFile: 4 },
  });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  ({ id: keyId, key } = await addKey(service, brand, { feature: 'embed' }));
});
afterAll(() => service.close());

function order(body: unknown, headers: Record<string, string> = { 'x-api-key': key }) {
  return service.clients[0].send({
    path: `/${brand.slug}/embed-tokens`,
    headers: { host: brand.host, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const get = (path: string, token: string) =>
  service.clients[0].send({
    method: 'GET',
    path: `/${brand.slug}${path}`,
    headers: { host: brand.host, authorization: `Bearer ${token}` },
  });

it('a server gets a token for ten minutes, which gives access to the desk of its user and to nothing else', async () => {
  const before = Date.now();
  const answer = await order({ email: rep.email.toUpperCase() });
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const { token, expires_at } = embedTokenSchema.parse(answer.json);
  expect(Math.abs(Date.parse(expires_at) - before - 600_000)).toBeLessThan(60_000);
  expect(await get('/desk/me', token)).toMatchObject({ status: 200, json: { email: rep.email } });
  expect((await get('/me', token)).status).toBe(401);
  expect(service.logged()).not.toContain(token);
});

it.each([
  ['revoked', 'revoked_at = clock_timestamp()'],
  ['expired', 'expires_at = clock_timestamp()'],
])('a token ends with its key, with the next request: %s', async (_how, change) => {
  const { token } = embedTokenSchema.parse((await order({ email: rep.email })).json);
  const other = await addKey(service, brand, { feature: 'embed' });
  const kept = embedTokenSchema.parse((await order({ email: rep.email }, { 'x-api-key': other.key })).json);
  expect((await get('/desk/me', token)).status).toBe(200);
  await service.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [keyId]);
  expect((await get('/desk/me', token)).status).toBe(401);
  expect((await get('/desk/me', kept.token)).status).toBe(200);
});

const audited = () =>
  service.query<Record<string, unknown>>(
    `SELECT actor, actor_user_id, origin, subject, detail FROM audit_log
      WHERE brand_id = $1 AND action = 'embed.token' ORDER BY id`,
    [brand.id],
  );

it('each token is in the audit log with the key, the user and the origin, and so is a refused one', async () => {
  const from = { 'x-api-key': key, 'x-forwarded-for': '203.0.113.7' };
  const issued = embedTokenSchema.parse((await order({ email: rep.email }, from)).json);
  await order({ email: 'nobody@reps.example' }, from);
  const by = { actor: `key:cs_live_…${key.slice(-4)}`, actor_user_id: null, origin: '203.0.113.7' };
  const withKey = { key_id: keyId, key_label: null };
  expect(await audited()).toEqual([
    {
      ...by,
      subject: rep.id,
      detail: { outcome: 'issued', email: rep.email, expires_at: issued.expires_at, ...withKey },
    },
    {
      ...by,
      subject: 'nobody@reps.example',
      detail: { outcome: 'refused', email: 'nobody@reps.example', reason: 'no active user', ...withKey },
    },
  ]);
  expect(JSON.stringify(await audited())).not.toContain(key.slice(8));
});

it('a key above its limit gets 429 for known and unknown addresses alike; another key does not', async () => {
  const other = await addKey(service, brand, { feature: 'embed' });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await order({ email: n % 2 === 0 ? rep.email : `guess-${n}@reps.example` })).status);
  }
  expect(statuses).toEqual([200, 404, 200, 404, 200, 404]);
  for (const email of [rep.email, 'guess-7@reps.example']) {
    const answer = await order({ email });
    expect(answer).toMatchObject({ status: 429, json: { detail: 'Too many requests; retry later.' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await order({ email: rep.email }, { 'x-api-key': other.key })).status).toBe(200);
});

it('no more refusals than their limit are in the audit log', async () => {
  for (let n = 0; n < 12; n += 1) await order({ email: `guess-${n}@reps.example` });
  const reasons = (await audited()).map(({ detail }) => Object(detail).reason);
  expect(reasons).toEqual(['no active user', 'no active user', 'no active user', 'no active user']);
});

it('no token is given away while the audit log cannot be written', async () => {
  await service.query('ALTER TABLE audit_log ADD CONSTRAINT closed CHECK (false) NOT VALID');
  const answer = await order({ email: rep.email });
  await service.query('ALTER TABLE audit_log DROP CONSTRAINT closed');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('token');
});

it.each<[string, () => Record<string, string>, string]>([
  ['of another feature', () => ({ 'x-api-key': brand.key }), 'wrong_feature'],
  ['that nobody knows', () => ({ 'x-api-key': `cs_live_${'0'.repeat(40)}` }), 'unknown'],
  ['that is cut short', () => ({ 'x-api-key': 'cs_live_00' }), 'malformed'],
  ['that is absent', () => ({}), 'missing'],
])('a key %s is counted for the owner', async (_what, headers, reason) => {
  expect((await order({ email: rep.email }, headers())).status).toBe(401);
  await until('it is on file', async () => {
    const rows = await service.query('SELECT feature, reason FROM refused_keys WHERE brand_id = $1', [brand.id]);
    return JSON.stringify(rows) === JSON.stringify([{ feature: 'embed', reason }]);
  });
});

it('an unknown, an invited and a deactivated user give the same 404', async () => {
  const invited = await addUser(service, brand, { status: 'invited' });
  const leaver = await addUser(service, brand, { status: 'deactivated' });
  const stranger = await addUser(service, await addBrand(service));
  for (const { email } of [invited, leaver, stranger, { email: 'nobody@reps.example' }]) {
    expect(await order({ email })).toMatchObject({ status: 404, json: { detail: 'There is no such active user.' } });
  }
});

it('only a key of this brand with the feature embed is accepted', async () => {
  const other = await addBrand(service);
  const theirs = await addKey(service, other, { feature: 'embed' });
  const recommender = await addKey(service, brand, { feature: 'recommender' });
  const past = await addKey(service, brand, { feature: 'embed', expiresAt: new Date(Date.now() - 1000) });
  for (const one of [brand.key, theirs.key, recommender.key, past.key, 'x']) {
    expect((await order({ email: rep.email }, { 'x-api-key': one })).status).toBe(401);
  }
  expect((await order({ email: rep.email }, {})).status).toBe(401);
});

it('a key for embedding cannot post call events', async () => {
  const answer = await service.clients[0].send({
    path: '/call-events/call-ended',
    headers: { host: brand.host, 'x-api-key': key },
    body: JSON.stringify({ agent_email: rep.email }),
  });
  expect(answer.status).toBe(401);
});

it.each<unknown>(['{', '[]', {}, { email: 7 }, { email: 'rep' }, { email: `${'x'.repeat(400)}@a.example` }])(
  'the body %j is 422',
  async (body) => {
    expect((await order(body)).status).toBe(422);
  },
);
