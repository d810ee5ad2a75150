import { type AuditEntryView, type AuditLog, type OwnedBrand, ownedBrandSchema } from '@callside/schemas';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let settings: Reader;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  settings = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const read = () => settings.read<OwnedBrand>('/settings/brand');
const change = (body: object) => settings.send('PUT', '/settings/brand', body);
const entries = () => settings.readAll<AuditEntryView>('/settings/audit', { limit: 2 });

it('an owner reads and changes all settings, and the difference is recorded', async () => {
  expect(ownedBrandSchema.parse(await read())).toEqual({
    slug: brand.slug,
    name: brand.slug,
    country: 'US',
    context_fields: [],
    hosts: [brand.host],
    currency: 'USD',
    time_zone: 'UTC',
    shown_metadata: [],
    retention_days: null,
    frame_origins: [],
    exploration_rate: 0,
    recording_by: 'companion',
    version: expect.any(String),
  });
  const wanted = {
    name: 'Acme',
    hosts: [brand.host, 'Second.Example.', 'bücher.example'],
    currency: 'eur',
    time_zone: 'europe/berlin',
    shown_metadata: ['queue', ' campaign ', 'queue'],
    context_fields: ['queue'],
    retention_days: 90,
    frame_origins: ['https://CRM.example/', 'http://localhost:8080'],
    exploration_rate: 0.05,
    recording_by: 'dialler',
  };
  const answer = await change(wanted);
  expect(answer.status).toBe(200);
  const expected = {
    name: 'Acme',
    hosts: expect.arrayContaining([brand.host, 'second.example', 'xn--bcher-kva.example']),
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    shown_metadata: ['queue', 'campaign'],
    context_fields: ['queue'],
    retention_days: 90,
    frame_origins: ['https://crm.example', 'http://localhost:8080'],
    exploration_rate: 0.05,
    recording_by: 'dialler',
  };
  expect(answer.json).toMatchObject(expected);
  expect(await read()).toEqual(answer.json);
  expect(await change(wanted)).toMatchObject({ status: 200 });
  expect(await entries()).toMatchObject([
    { action: 'brand.set', actor: owner.email, actor_user_id: owner.id, subject: brand.id, detail: expected },
  ]);
});

it('an absent value is unchanged, and null ends the retention', async () => {
  await change({ retention_days: 30, currency: 'GBP' });
  await change({ retention_days: null });
  expect(await read()).toMatchObject({ retention_days: null, currency: 'GBP' });
});

it('a new host serves the brand, and a removed host does not', async () => {
  const second = `second.${brand.host}`;
  await change({ hosts: [brand.host, second] });
  const client = service.clients[0];
  expect((await client.send({ method: 'GET', path: '/console/brand', headers: { host: second } })).status).toBe(200);
  await change({ hosts: [brand.host] });
  expect((await read()).hosts).toEqual([brand.host]);
});

it('the host of the request cannot be removed', async () => {
  expect(await change({ hosts: ['other.example'] })).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining(brand.host) },
  });
  expect((await read()).hosts).toEqual([brand.host]);
});

it('a host of another brand is refused, and nothing else of the change is saved', async () => {
  const other = await addBrand(service);
  const answer = await change({ hosts: [brand.host, other.host], currency: 'EUR' });
  expect(answer).toMatchObject({ status: 409, json: { detail: expect.stringContaining(other.host) } });
  expect(answer.text).not.toContain(other.slug === other.host ? '' : `"${other.slug}"`);
  expect(await read()).toMatchObject({ hosts: [brand.host], currency: 'USD' });
});

it.each<object>([
  {},
  { hosts: [] },
  { hosts: ['https://a.example'] },
  { hosts: ['a.example:8080'] },
  { hosts: ['a b'] },
  { hosts: 'a.example' },
  { hosts: Array.from({ length: 51 }, (_, at) => `h${at}.example`) },
  { currency: 'XYZ1' },
  { currency: 'ZZZ' },
  { time_zone: 'Mars/Olympus' },
  { time_zone: '+02:00' },
  { shown_metadata: [''] },
  { shown_metadata: [{}] },
  { shown_metadata: ['x'.repeat(201)] },
  { retention_days: 0 },
  { retention_days: 1.5 },
  { retention_days: '90' },
  { exploration_rate: 0.21 },
  { exploration_rate: -0.01 },
  { exploration_rate: '0.05' },
  { exploration_rate: null },
  { recording_by: 'rep' },
  { recording_by: null },
  { frame_origins: ['crm.example'] },
  { frame_origins: ['https://crm.example/page'] },
  { frame_origins: ['https://*.example'] },
  { frame_origins: ["https://a.example;script-src'unsafe-inline'"] },
  { frame_origins: ['https://user@crm.example'] },
  { frame_origins: ['javascript:alert(1)'] },
  { name: '' },
])('%j is 422', async (body) => {
  const before = await read();
  expect((await change(body)).status).toBe(422);
  expect(await read()).toEqual(before);
});

describe('the audit log', () => {
  it('has the entries of the brand only, newest first, page by page', async () => {
    for (const days of [1, 2, 3, 4, 5]) await change({ retention_days: days });
    const other = await addBrand(service);
    const stranger = await addUser(service, other, { role: 'owner' });
    const elsewhere = await Reader.of(service.clients[0], other, stranger);
    await elsewhere.send('PUT', '/settings/brand', { currency: 'EUR' });
    const all = await entries();
    expect(all.map(({ detail }) => detail)).toEqual([5, 4, 3, 2, 1].map((retention_days) => ({ retention_days })));
    expect(all[0]).toMatchObject({ origin: expect.stringMatching(/127\.0\.0\.1|::1/), at: expect.any(String) });
  });

  it('has no next page after a page that is full and the last one', async () => {
    for (const days of [1, 2]) await change({ retention_days: days });
    const { items, next_cursor } = await settings.read<AuditLog>('/settings/audit', { limit: 2 });
    expect({ length: items.length, next_cursor }).toEqual({ length: 2, next_cursor: null });
  });

  it('is filtered by a part of the actor, by action and by time, page by page', async () => {
    await service.query(
      `INSERT INTO audit_log (brand_id, at, actor, action, subject)
       VALUES ($1, '2026-03-01T10:00:00Z', 'ann_b@acme.example', 'key.issue', '1'),
              ($1, '2026-03-02T10:00:00Z', 'annxb@acme.example', 'key.issue', '2'),
              ($1, '2026-03-03T10:00:00Z', 'operator:root', 'key.revoke', '3')`,
      [brand.id],
    );
    const subjects = async (query: Record<string, string>) =>
      (await settings.readAll<AuditEntryView>('/settings/audit', { limit: 1, ...query })).map(({ subject }) => subject);
    expect(await subjects({ actor: 'Ann_B@' })).toEqual(['1']);
    expect(await subjects({ actor: 'acme' })).toEqual(['2', '1']);
    expect(await subjects({ actor: '%' })).toEqual([]);
    expect(await subjects({ action: 'key.issue' })).toEqual(['2', '1']);
    expect(await subjects({ action: 'key.issue', from: '2026-03-02T00:00:00Z' })).toEqual(['2']);
    expect(await subjects({ from: '2026-03-01T10:00:00Z', to: '2026-03-03T10:00:00Z' })).toEqual(['2', '1']);
    expect((await settings.send('GET', '/settings/audit?action=key.steal')).status).toBe(422);
  });

  it.each(['nonsense', 'MTc2MyByMQ', '!'])('the cursor %j is 422', async (cursor) => {
    expect((await settings.send('GET', `/settings/audit?cursor=${cursor}`)).status).toBe(422);
  });
});

it('only the page /embed may be in a frame, and only in a page of an allowed origin', async () => {
  const policyOf = async (path: string) => {
    const answer = await service.clients[0].send({ method: 'GET', path, headers: { host: brand.host } });
    expect(answer.status).toBe(200);
    const [ancestors] = /frame-ancestors [^;]+/.exec(String(answer.headers['content-security-policy'])) ?? [];
    return [ancestors, answer.headers['x-frame-options']];
  };
  expect(await policyOf('/embed')).toEqual(["frame-ancestors 'none'", 'DENY']);
  await service.query('UPDATE brands SET frame_origins = $2 WHERE id = $1', [
    brand.id,
    ['https://crm.example', 'http://localhost:8080'],
  ]);
  const other = await addBrand(service);
  // An unknown host makes the service read the brands again.
  await service.clients[0].send({ method: 'GET', path: '/console/brand', headers: { host: other.host } });
  expect(await policyOf('/embed')).toEqual(['frame-ancestors https://crm.example http://localhost:8080', undefined]);
  expect(await policyOf('/')).toEqual(["frame-ancestors 'none'", 'DENY']);
});

it('a change does not overwrite what another owner saved since the settings were read', async () => {
  const { version } = await read();
  expect((await change({ version })).status).toBe(422);
  expect(await change({ shown_metadata: ['queue'], version })).toMatchObject({ status: 200 });
  const late = await change({ shown_metadata: ['campaign'], version });
  expect(late).toMatchObject({ status: 409, json: { detail: expect.stringContaining('changed meanwhile') } });
  const now = await read();
  expect(now.shown_metadata).toEqual(['queue']);
  const together = await Promise.all(
    ['CHF', 'EUR', 'GBP'].map((currency) => change({ currency, version: now.version })),
  );
  expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await entries()).toHaveLength(2);
});
