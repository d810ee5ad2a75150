import { embedTokenSchema } from '@callside/schemas';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let key: string;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  ({ key } = await addKey(service, brand, { feature: 'embed' }));
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
