import { createHash } from 'node:crypto';
import {
  type ApiKeyList,
  apiKeyListSchema,
  apiKeySchema,
  type IssuedApiKeyView,
  issuedApiKeySchema,
} from '@callside/schemas';
import type { HttpClient } from '@callside/test-kit';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let settings: Reader;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  settings = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const keys = '/settings/api-keys';

async function issue(body: object = { feature: 'call-events' }): Promise<IssuedApiKeyView> {
  const answer = await settings.send('POST', keys, body);
  expect(answer.status).toBe(201);
  return issuedApiKeySchema.parse(answer.json);
}

const list = async () => (await settings.read<ApiKeyList>(keys)).items;

async function statusOfEvent(client: HttpClient, key: string, host = brand.host): Promise<number> {
  const body = '{"agent_email":"rep@brand.example"}';
  return (await client.send({ path: '/call-events/call-ended', headers: { host, 'x-api-key': key }, body })).status;
}

const auditOf = (subject: string) =>
  service.query<{ actor: string; actor_user_id: string; origin: string; action: string; detail: object }>(
    'SELECT actor, actor_user_id, origin, action, detail FROM audit_log WHERE brand_id = $1 AND subject = $2 ORDER BY id',
    [brand.id, subject],
  );

describe('an API key issued by an owner', () => {
  it('is shown once, with all its metadata', async () => {
    const before = Date.now();
    const answer = await settings.send('POST', keys, {
      feature: 'call-events',
      label: ' Main dialler ',
      expires_in: '90d',
    });
    const issued = issuedApiKeySchema.parse(answer.json);
    expect(answer.json).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^cs_live_[0-9a-f]{40}$/),
      feature: 'call-events',
      brand: brand.slug,
      label: 'Main dialler',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      allowed_addresses: [],
    });
    const lifetimeMs = Date.parse(issued.expires_at ?? '') - before;
    expect(Math.abs(lifetimeMs - 90 * 86_400_000)).toBeLessThan(60_000);

    const listed = await settings.send('GET', keys);
    expect(apiKeyListSchema.parse(listed.json)).toEqual(listed.json);
    expect(await list()).toContainEqual({
      id: issued.id,
      feature: 'call-events',
      label: 'Main dialler',
      created_at: issued.created_at,
      created_by_user_id: owner.id,
      expires_at: issued.expires_at,
      revoked_at: null,
      last_used_at: null,
      allowed_addresses: [],
      prefix: 'cs_live_',
      last_four: issued.key.slice(-4),
      created_by_email: owner.email,
    });
    for (const answer of [listed, await settings.send('DELETE', `${keys}/${issued.id}`)]) {
      expect(answer.text).not.toContain(issued.key.slice(-40));
      expect(answer.text).not.toContain(createHash('sha256').update(issued.key).digest('hex'));
    }
  });

  it('works at once on every server, for its brand and its feature only', async () => {
    const { key } = await issue();
    const other = await addBrand(service);
    const ofRecommender = await issue({ feature: 'recommender' });
    for (const client of service.clients) {
      expect(await statusOfEvent(client, key)).toBe(200);
      expect(await statusOfEvent(client, key, other.host)).toBe(401);
      expect(await statusOfEvent(client, ofRecommender.key)).toBe(401);
    }
  });

  it('a revoked API key fails with the next request on every server', async () => {
    const { id, key } = await issue();
    for (const client of service.clients) expect(await statusOfEvent(client, key)).toBe(200);
    const answer = await settings.send('DELETE', `${keys}/${id.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(apiKeySchema.parse(answer.json)).toEqual({ ...answer.json!, id, revoked_at: expect.any(String) });
    for (const client of service.clients) expect(await statusOfEvent(client, key)).toBe(401);
    expect(await statusOfEvent(service.clients[0], brand.key)).toBe(200);
  });

  it('is unchanged when it is revoked again', async () => {
    const { id } = await issue();
    const first = await settings.send('DELETE', `${keys}/${id}`);
    const second = await settings.send('DELETE', `${keys}/${id}`);
    expect([second.status, second.json]).toEqual([200, first.json]);
    expect((await list()).find((key) => key.id === id)).toEqual(first.json);
  });

  it('has audit log entries for issue and revocation, with actor and origin and without the key', async () => {
    const { id, key } = await issue({ feature: 'recommender', label: 'IVR' });
    await settings.send('DELETE', `${keys}/${id}`);
    await settings.send('DELETE', `${keys}/${id}`);
    const entries = await auditOf(id);
    const who = {
      actor: owner.email,
      actor_user_id: owner.id,
      origin: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
    };
    expect(entries).toEqual([
      { ...who, action: 'key.issue', detail: { feature: 'recommender', label: 'IVR', expires_at: null } },
      { ...who, action: 'key.revoke', detail: { feature: 'recommender', label: 'IVR' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(-40));
  });

  it('is not created if its audit log entry cannot be written', async () => {
    const before = await list();
    await service.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    try {
      const answer = await settings.send('POST', keys, { feature: 'call-events' });
      expect([answer.status, answer.text]).toEqual([500, expect.not.stringContaining('cs_live_')]);
      expect(answer.text).not.toContain('audit_log');
      expect((await settings.send('DELETE', `${keys}/${before[0]?.id}`)).status).toBe(500);
    } finally {
      await service.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    }
    expect(await list()).toEqual(before);
  });
});

describe('a key that is replaced', () => {
  const replace = (id: string, overlap: unknown) => settings.send('POST', `${keys}/${id}/replace`, { overlap });

  it('is replaced by a key with its label, feature, addresses and lifetime', async () => {
    const allowed_addresses = ['127.0.0.0/8', '::1'];
    const old = await issue({ feature: 'call-events', label: 'Main dialler', expires_in: '90d', allowed_addresses });
    const answer = await replace(old.id, '1h');
    expect(answer.status).toBe(201);
    const issued = issuedApiKeySchema.parse(answer.json);
    expect(issued).toMatchObject({ feature: 'call-events', label: 'Main dialler', allowed_addresses });
    const lifetimeMs = Date.parse(issued.expires_at ?? '') - Date.parse(issued.created_at);
    expect(Math.abs(lifetimeMs - 90 * 86_400_000)).toBeLessThan(60_000);
    expect(issued.replaced?.id).toBe(old.id);
    const overlapMs = Date.parse(issued.replaced?.expires_at ?? '') - Date.parse(issued.created_at);
    expect(Math.abs(overlapMs - 3_600_000)).toBeLessThan(60_000);
    for (const client of service.clients) {
      expect(await statusOfEvent(client, old.key)).toBe(200);
      expect(await statusOfEvent(client, issued.key)).toBe(200);
    }
  });

  it('has the same lifetime for each key that replaces it within its overlap', async () => {
    const replaceTwice = async (body: object) => {
      const old = await issue({ feature: 'call-events', ...body });
      await replace(old.id, '24h');
      return issuedApiKeySchema.parse((await replace(old.id, '1h')).json);
    };
    expect((await replaceTwice({})).expires_at).toBeNull();
    const { created_at, expires_at } = await replaceTwice({ expires_in: '90d' });
    const lifetimeMs = Date.parse(expires_at ?? '') - Date.parse(created_at);
    expect(Math.abs(lifetimeMs - 90 * 86_400_000)).toBeLessThan(60_000);
  });

  it('is refused at once without an overlap', async () => {
    const old = await issue();
    const { key } = issuedApiKeySchema.parse((await replace(old.id, '0')).json);
    for (const client of service.clients) {
      expect(await statusOfEvent(client, old.key)).toBe(401);
      expect(await statusOfEvent(client, key)).toBe(200);
    }
  });

  it('does not expire later than before', async () => {
    const old = await issue({ feature: 'call-events', expires_in: '10m' });
    const issued = issuedApiKeySchema.parse((await replace(old.id, '24h')).json);
    expect(issued.replaced?.expires_at).toBe(old.expires_at);
  });

  it('is in the audit log with the new key, and without either key', async () => {
    const old = await issue({ feature: 'embed', label: 'CRM' });
    const issued = issuedApiKeySchema.parse((await replace(old.id, '15m')).json);
    const entries = await auditOf(old.id);
    const detail = { feature: 'embed', label: 'CRM', replaced_by: issued.id, expires_at: issued.replaced?.expires_at };
    expect(entries.at(-1)).toMatchObject({ action: 'key.replace', actor: owner.email, detail });
    expect(await auditOf(issued.id)).toMatchObject([{ action: 'key.issue' }]);
    expect(JSON.stringify(entries)).not.toContain(issued.key.slice(-40));
  });

  it('cannot be a revoked key', async () => {
    const old = await issue();
    await settings.send('DELETE', `${keys}/${old.id}`);
    expect((await replace(old.id, '1h')).status).toBe(409);
  });

  it.each(['2h', '', null, 3600, undefined])('an overlap of %j is 422', async (overlap) => {
    const { id } = await issue();
    expect(await replace(id, overlap)).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'overlap'] }] } });
  });

  it('cannot be a key of another brand', async () => {
    const theirs = await addKey(service, await addBrand(service));
    expect((await replace(theirs.id, '1h')).status).toBe(404);
    expect((await replace('nonsense', '1h')).status).toBe(404);
  });
});

it('the list has all keys of the brand, newest first, including revoked ones and those of the operator', async () => {
  const byOperator = await addKey(service, brand, { feature: 'recommender' });
  const issued = await issue();
  await settings.send('DELETE', `${keys}/${byOperator.id}`);
  const items = await list();
  expect(items.map(({ id }) => id).slice(0, 2)).toEqual([issued.id, byOperator.id]);
  expect(items[1]).toMatchObject({ created_by_user_id: null, revoked_at: expect.any(String) });
  expect(items).toHaveLength(3);
});

it('keys of another brand are never listed or changed', async () => {
  const other = await addBrand(service);
  const theirs = await addKey(service, other);
  expect((await settings.send('DELETE', `${keys}/${theirs.id}`)).status).toBe(404);
  expect(await statusOfEvent(service.clients[0], theirs.key, other.host)).toBe(200);
});

describe('an invalid order is 422 and creates no key', () => {
  it.each<[string, object | string, unknown]>([
    ['no JSON', '{', { type: 'json_invalid', loc: ['body', 1] }],
    ['nothing', '', { type: 'json_invalid' }],
    ['a list', '[]', { loc: ['body'], msg: 'the body must be a JSON object' }],
    ['no feature', {}, { type: 'missing', loc: ['body', 'feature'] }],
    ['another feature', { feature: 'catalog' }, { type: 'enum', loc: ['body', 'feature'] }],
    ['a label that is no text', { feature: 'call-events', label: {} }, { type: 'string_type', loc: ['body', 'label'] }],
    ['an empty label', { feature: 'call-events', label: ' ' }, { loc: ['body', 'label'] }],
    [
      'a long label',
      { feature: 'call-events', label: 'x'.repeat(201) },
      { type: 'string_too_long', loc: ['body', 'label'] },
    ],
    [
      'an invalid time',
      { feature: 'call-events', expires_in: 'soon' },
      { type: 'duration_format', loc: ['body', 'expires_in'] },
    ],
    ['seconds', { feature: 'call-events', expires_in: 60 }, { type: 'string_type', loc: ['body', 'expires_in'] }],
  ])('an order with %s is refused', async (_title, body, issue) => {
    const answer = await settings.send('POST', keys, body);
    expect(answer).toMatchObject({ status: 422, json: { detail: [issue] } });
    expect(await list()).toHaveLength(1);
  });

  it('a body of more than 16 KiB is 413', async () => {
    expect((await settings.send('POST', keys, { feature: 'call-events', label: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

it('a label keeps all characters that PostgreSQL can store', async () => {
  const { label } = await issue({ feature: 'call-events', label: 'a\0b\ud800 <b>😀' });
  expect(label).toBe('a\ufffdb\ufffd <b>😀');
});

it('null counts as absent', async () => {
  expect(await issue({ feature: 'call-events', label: null, expires_in: null })).toMatchObject({
    label: null,
    expires_at: null,
  });
});

it('no key appears in the log', async () => {
  const { key } = await issue();
  expect(service.logged()).toContain('"route":"/:brand/settings/api-keys"');
  expect(service.logged()).not.toContain(key.slice(-40));
});
