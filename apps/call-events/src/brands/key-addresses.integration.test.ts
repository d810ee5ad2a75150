import { type EventLog, issuedApiKeySchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addBrand, addUser, type TestBrand } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let settings: Reader;

afterEach(() => service.close());

async function start(trustProxy: string[]): Promise<void> {
  service = await startService({ trustProxy });
  brand = await addBrand(service);
  settings = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
}

async function issue(allowed_addresses: unknown): Promise<string> {
  const answer = await settings.send('POST', '/settings/api-keys', { feature: 'call-events', allowed_addresses });
  return issuedApiKeySchema.parse(answer.json).key;
}

const post = (key: string, address: string) =>
  service.clients[0].send({
    path: '/call-events/hold-started',
    headers: { host: brand.host, 'x-api-key': key, 'x-forwarded-for': address },
    body: JSON.stringify({ agent_email: 'rep@reps.example' }),
  });

test('a key that is bound to networks works only from there, and its misuse is recorded', async () => {
  await start(['127.0.0.1']);
  const key = await issue(['203.0.113.0/24', '2001:db8::/32']);
  for (const address of ['203.0.113.1', '::ffff:203.0.113.200', '2001:db8::7']) {
    expect((await post(key, address)).status).toBe(200);
  }
  for (const address of ['198.51.100.1', '2001:db9::7', 'nonsense']) {
    const answer = await post(key, address);
    expect([answer.status, answer.json]).toEqual([401, { detail: 'API key is invalid or missing.' }]);
  }
  await until('the misuse is on file', async () => {
    const { items } = await settings.read<EventLog>('/events', { outcome: 'refused' });
    return items.length === 3;
  });
  const { items } = await settings.read<EventLog>('/events', { outcome: 'refused' });
  expect(items.at(-1)).toMatchObject({
    status: 401,
    reason: 'The API key may not be used from this address.',
    address: '198.51.100.1',
  });
});

test('an address in a header of an untrusted client is ignored', async () => {
  await start([]);
  const [far, here] = [await issue(['203.0.113.0/24']), await issue(['127.0.0.0/8'])];
  expect((await post(far, '203.0.113.1')).status).toBe(401);
  expect((await post(here, '203.0.113.1')).status).toBe(200);
});

test('a list with any other value is 422 and names the field; null and an empty list are no restriction', async () => {
  await start([]);
  for (const allowed_addresses of ['203.0.113.1', ['example.com'], ['203.0.113.0/40'], [5]]) {
    const answer = await settings.send('POST', '/settings/api-keys', { feature: 'call-events', allowed_addresses });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('allowed_addresses must be a list of IP addresses and CIDR networks');
  }
  for (const none of [null, []]) expect((await post(await issue(none), '198.51.100.1')).status).toBe(200);
});
