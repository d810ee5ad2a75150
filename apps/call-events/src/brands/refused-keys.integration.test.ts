import { type RefusedKeyList, refusedKeyListSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler } from '../../test/support/dialler.ts';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;

beforeAll(async () => {
  service = await startService({ trustProxy: ['127.0.0.1'] });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
});
afterAll(() => service.close());

const post = (headers: Record<string, string>, path = '/call-events/hold-started') =>
  service.clients[0].send({
    path,
    headers: { host: brand.host, 'x-forwarded-for': '203.0.113.9', ...headers },
    body: JSON.stringify({ agent_email: rep.email }),
  });

async function listed(of: TestBrand, count: number): Promise<RefusedKeyList['items']> {
  const owner = await Reader.of(service.clients[0], of, await addUser(service, of, { role: 'owner' }));
  let items: RefusedKeyList['items'] = [];
  await until(`${count} requests are counted`, async () => {
    const list = await owner.read<RefusedKeyList>('/settings/refused-keys');
    expect(refusedKeyListSchema.parse(list)).toEqual(list);
    ({ items } = list);
    return items.reduce((sum, { requests }) => sum + requests, 0) >= count;
  });
  return items;
}

const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` });
const unknown = `cs_live_${'0'.repeat(36)}ab12`;

it.each([
  ['no key', async () => ({}), { key: null, reason: 'missing' }],
  ['an unknown key', async () => ({ 'x-api-key': unknown }), { key: 'cs_live_…ab12', reason: 'unknown' }],
  ['a key as a password', async () => basic(unknown), { key: 'cs_live_…ab12', reason: 'unknown' }],
  ['a key cut short', async () => ({ 'x-api-key': unknown.slice(0, 20) }), { key: 'cs_live_…', reason: 'malformed' }],
  ['a secret of something else', async () => ({ 'x-api-key': 'sk_live_1' }), { key: '…', reason: 'missing' }],
])('an owner sees a request with %s', async (_what, headersOf, expected) => {
  const headers = await headersOf();
  expect((await post(headers)).status).toBe(401);
  expect((await post(headers)).status).toBe(401);
  const none = { api_key_id: null, label: null };
  const [item] = await listed(brand, 2);
  expect(item).toMatchObject({ ...expected, ...none, feature: 'call-events', address: '203.0.113.9', requests: 2 });
  expect(Date.parse(item?.last_seen_at ?? '')).toBeGreaterThanOrEqual(Date.parse(item?.first_seen_at ?? ''));
});

it('a revoked key of the brand is named', async () => {
  const { id, key } = await addKey(service, brand);
  await service.query(`UPDATE api_keys SET revoked_at = now(), label = 'Old dialler' WHERE id = $1`, [id]);
  await post({ 'x-api-key': key });
  const expected = { key: `cs_live_…${key.slice(-4)}`, reason: 'revoked', api_key_id: id, label: 'Old dialler' };
  expect(await listed(brand, 1)).toMatchObject([expected]);
});

it('a platform without its key is listed, and the newest comes first', async () => {
  await post({ 'x-api-key': unknown });
  await listed(brand, 1);
  await post({ 'x-forwarded-for': '203.0.113.10' }, '/integrations/vicidial');
  const items = await listed(brand, 2);
  expect(items.map(({ address }) => address)).toEqual(['203.0.113.10', '203.0.113.9']);
});

it('a key that is accepted and the refusals of another brand are not listed', async () => {
  const other = await addBrand(service);
  await createDialler(service.clients[0], other).post('hold-started', { agent_email: rep.email });
  await post({});
  await listed(brand, 1);
  expect(await listed(other, 0)).toEqual([]);
});
