import { randomUUID } from 'node:crypto';
import { createSessionTokens, type SessionAudience } from '@callside/auth';
import { offerPreviewSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

const secret = 'a secret that is only good for tests';
const tokens = createSessionTokens({ secrets: [secret] });

let service: ServiceUnderTest;
let owner: string;
let rep: string;

beforeAll(async () => {
  service = await startService({ environment: { SESSION_SECRET: [secret] } });
  owner = await addUser('owner');
  rep = await addUser('rep');
});
afterAll(() => service.close());

async function addUser(role: string): Promise<string> {
  const id = randomUUID();
  await service.query(
    `INSERT INTO users (id, brand_id, email, name, status, role) VALUES ($1, $2, $3, $3, 'active', $4)`,
    [id, service.brand.id, `${id}@people.example`, role],
  );
  return id;
}

function send(body: unknown, { userId = owner, audience = 'recommender' as SessionAudience } = {}) {
  const token = tokens.issue({ userId, brandId: service.brand.id, audience, ttlSeconds: 60, now: new Date() }).token;
  return service.clients[0].send({
    method: 'POST',
    path: '/admin/preview',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function preview(body: object) {
  const { status, json } = await send({ phone: '0000000000', num_items: 6, ...body });
  expect(status).toBe(200);
  expect(json).not.toHaveProperty('recommendation_id');
  return offerPreviewSchema.parse(json);
}

const recorded = async () =>
  (await service.query<{ n: number }>('SELECT count(*)::int AS n FROM recommendations', []))[0]?.n;

test('answers what the caller would be offered, and records nothing', async () => {
  const body = { phone: '0000000000', num_items: 6, customer_order_history: [{ sku: '401' }] };
  const answer = await recommend(service, body);
  const before = await recorded();
  const previewed = await preview(body);
  expect(previewed.recommendations).toEqual(answer.recommendations);
  expect(await recorded()).toBe(before);
});

test('leaves the rules out on request, and tries out no offer', async () => {
  await service.query('UPDATE brands SET exploration_rate = 0.2 WHERE id = $1', [service.brand.id]);
  await service.query(`INSERT INTO merchandising_rules (brand_id, name, definition) VALUES ($1, 'top-chain', $2)`, [
    service.brand.id,
    JSON.stringify({ name: 'top-chain', kind: 'pin', sku: '602', rank: 1, condition: 'always' }),
  ]);
  await until('the rule acts', async () => (await preview({})).rules_applied?.[0] === 'top-chain');
  const [first] = (await preview({})).recommendations;
  expect(first).toMatchObject({ sku: '602', rules: ['top-chain'] });
  const without = await preview({ rules: false });
  expect(without).not.toHaveProperty('rules_applied');
  expect(without.recommendations[0]?.sku).not.toBe('602');
  expect(without.recommendations.every(({ propensity }) => propensity === undefined)).toBe(true);
});

test.each([
  ['a number that is none', { phone: '12' }, ['body', 'phone']],
  ['rules that are no choice', { phone: '0000000000', rules: 'no' }, ['body', 'rules']],
])('refuses %s', async (_what, body, loc) => {
  expect(await send(body)).toMatchObject({ status: 422, json: { detail: [{ loc }] } });
});

test('is for owners with a token of the audience recommender', async () => {
  expect((await send({ phone: '0000000000' }, { userId: rep })).status).toBe(403);
  expect((await send({ phone: '0000000000' }, { audience: 'api' })).status).toBe(401);
});
