import { randomUUID } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import { until } from '@callside/test-kit';
import { addCall } from '../../test/support/calls-on-file.ts';
import { type FakeRecommender, startFakeRecommender } from '../../test/support/fake-recommender.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let recommender: FakeRecommender;
let brand: TestBrand;
let rep: TestUser;
let reference: string;
const recommendationId = randomUUID();

beforeAll(async () => {
  recommender = await startFakeRecommender();
  service = await startService();
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  const call = await addCall(service, brand, rep);
  ({ reference } = call);
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal('cs_live_0123456789abcdef0123456789abcdef01234567');
  await service.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    recommender.url,
    sealed,
  ]);
  await service.query(
    `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status, recommendation_id)
     VALUES ($1, $2, $3, $4, 1, 'ready', $1)`,
    [recommendationId, brand.id, call.id, rep.id],
  );
  // The connections of brands are cached for a short time.
  await until('the connection is known', async () => (await ask(rep, '404')).status === 200);
});
afterAll(async () => {
  await service.close();
  await recommender.close();
});
beforeEach(() => {
  recommender.mode = 'answer';
  recommender.whyNots = [];
});

async function ask(user: TestUser, sku: string, id: string = recommendationId) {
  const query = new URLSearchParams({ recommendation_id: id, sku });
  const reader = await Reader.of(service.clients[0], brand, user);
  return reader.send('GET', `/calls/${reference}/why-not?${query}`);
}

const answered = {
  offered: false,
  rank: null,
  reasons: [{ code: 'out_of_stock', text: 'It is out of stock since 2026-11-18.', since: '2026-11-18' }],
};

test.each(['404', `a/b "c" d'e & 50%?#`, 'x'.repeat(120)])(
  'the rep of a call and owners see what the recommender answers about %j',
  async (sku) => {
    const owner = await addUser(service, brand, { role: 'owner' });
    for (const user of [rep, owner]) {
      expect(await ask(user, ` ${sku}`)).toMatchObject({ status: 200, json: { sku, ...answered } });
    }
    const path = `/recommendations/${recommendationId}/why-not/${encodeURIComponent(sku)}`;
    expect(recommender.whyNots).toEqual([path, path]);
  },
);

test('nobody else does, and nothing is asked', async () => {
  expect(await ask(await addUser(service, brand), '404')).toMatchObject({ status: 403 });
  expect(await ask(rep, '404', randomUUID())).toMatchObject({ status: 404 });
  for (const [sku, id] of [
    ['', undefined],
    ['x'.repeat(121), undefined],
    ['a\tb', undefined],
    ['404', 'x'],
  ] as const) {
    expect(await ask(rep, sku, id)).toMatchObject({ status: 422 });
  }
  expect(recommender.whyNots).toEqual([]);
});

test('a recommendation that the recommender does not have is unknown, and without an answer it is unavailable', async () => {
  recommender.mode = 'fail';
  expect(await ask(rep, '404')).toMatchObject({ status: 404 });
  recommender.mode = 'hang';
  expect(await ask(rep, '404')).toMatchObject({ status: 503 });
});
