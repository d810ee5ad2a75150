import {
  type IntegrationList,
  integrationAddressSchema,
  integrationListSchema,
  integrationSchema,
  type PlatformPayload,
  platformPayloadSchema,
  removedIntegrationSchema,
} from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
});
afterAll(() => service.close());

const path = '/settings/integrations';
const list = async (): Promise<IntegrationList> => integrationListSchema.parse(await reader.read(path));
const set = (platform: string, body: object = {}) => reader.send('PUT', `${path}/${platform}`, body);

async function post(target: string, body: string, key: string = brand.key) {
  const headers = { host: brand.host, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return service.clients[0].send({ method: 'POST', path: `/integrations/${target}`, headers, body });
}

async function lastOf(outcome: 'last_accepted' | 'last_refused'): Promise<PlatformPayload> {
  let last: PlatformPayload | null | undefined = null;
  await until('the last payload is on file', async () => {
    last = (await list()).items[0]?.[outcome];
    return last !== null;
  });
  return platformPayloadSchema.parse(last);
}

it('sets a platform with its secret, lists it without, and removes it, each on record', async () => {
  const saved = integrationSchema.parse((await set('twilio', { secret: ' hush ' })).json);
  expect(saved).toMatchObject({ platform: 'twilio', name: 'Twilio', last_accepted: null, last_refused: null });
  expect(saved.url).toMatch(new RegExp(`^https?://${brand.host}(:\\d+)?/integrations/twilio$`));
  const { items, platforms } = await list();
  expect(items).toEqual([saved]);
  expect(platforms.length).toBeGreaterThan(10);
  expect(JSON.stringify(items)).not.toContain('hush');
  const removed = await reader.send('DELETE', `${path}/twilio`);
  expect(removedIntegrationSchema.parse(removed.json)).toEqual({ platform: 'twilio', removed: true });
  expect((await reader.send('DELETE', `${path}/twilio`)).status).toBe(404);
  const audited = await service.query(
    `SELECT action, detail FROM audit_log WHERE brand_id = $1 AND action LIKE 'integration.%' ORDER BY id`,
    [brand.id],
  );
  expect(audited).toEqual([
    { action: 'integration.set', detail: { platform: 'twilio', signed: true } },
    { action: 'integration.remove', detail: { platform: 'twilio' } },
  ]);
});

it.each([
  ['a platform that signs, without its secret', 'twilio', {}, 422],
  ['a secret for one that signs nothing', 'five9', { secret: 'hush' }, 422],
  ['an unknown platform', 'carrier-pigeon', {}, 404],
])('refuses %s', async (_what, platform, body, status) => {
  expect((await set(platform, body)).status).toBe(status);
  expect((await list()).items).toEqual([]);
});

it('makes the address for the calls of an agent, with a token where the signature does not cover it', async () => {
  await set('vonage', { secret: 'hush' });
  const answer = await reader.send('POST', `${path}/vonage/address`, { agent: rep.email, customer: '447700900123' });
  const { url } = integrationAddressSchema.parse(answer.json);
  expect(url).toContain(`/integrations/vonage?agent=${encodeURIComponent(rep.email)}&customer=447700900123&token=`);
  expect((await reader.send('POST', `${path}/twilio/address`, { agent: rep.email })).status).toBe(404);
});

it('shows what came last and what came of it, without a value of the payload', async () => {
  await set('five9');
  const payload = { event: 'start', call_id: 'F1', agent: rep.email, customer: '+14155550134', name: 'Maria' };
  expect((await post('five9', JSON.stringify(payload))).status).toBe(200);
  const accepted = await lastOf('last_accepted');
  expect(accepted).toMatchObject({
    reason: null,
    fields: { customer: '(text)', name: '(text)' },
    events: [{ event: 'call-started', agent: rep.email, agent_resolved: true, call_active: true, duplicate: false }],
  });
  expect(JSON.stringify(accepted)).not.toMatch(/4155550134|Maria/);

  expect((await post('five9', '{"what":1}')).status).toBe(422);
  const refused = await lastOf('last_refused');
  expect(refused).toMatchObject({ fields: { what: '(number)' }, events: [] });
  expect(refused.reason).toMatch(/^The payload could not be used: /);
  expect(await lastOf('last_accepted')).toEqual(accepted);
});

it('shows that a key was refused, and keeps no field of a sender who is not known', async () => {
  await set('five9');
  expect((await post('five9', '{"event":"start"}', `cs_live_${'0'.repeat(40)}`)).status).toBe(401);
  expect(await lastOf('last_refused')).toMatchObject({ fields: null, events: [] });
});
