import {
  createApiKeyVerifier,
  createLastUsedRecorder,
  digestApiKey,
  issueApiKey,
  listApiKeys,
} from '../../src/index.ts';
import { insertBrand } from '../support/brand.ts';
import { type AuthDatabase, openDatabase } from '../support/database.ts';

const feature = 'call-events';
const keyPrefix = 'cs';

let database: AuthDatabase;
let brandId: string;
let ownerId: string;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ brandId, ownerId } = await insertBrand(database.query));
});

const issue = (order: Partial<Parameters<typeof issueApiKey>[1]> = {}) =>
  issueApiKey(database.prisma, {
    brandId,
    feature,
    keyPrefix,
    label: null,
    expiresAt: null,
    createdByUserId: null,
    ...order,
  });
const list = () => listApiKeys(database.prisma, brandId);
const revoke = (id: string) => database.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);

describe('issueApiKey', () => {
  it('returns a key with its metadata', async () => {
    const expiresAt = new Date('2036-01-01T00:00:00Z');
    const issued = await issue({ label: 'Main dialler', expiresAt, createdByUserId: ownerId });
    expect(issued).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^cs_live_[0-9a-f]{40}$/),
      feature,
      label: 'Main dialler',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expires_at: '2036-01-01T00:00:00.000Z',
      allowed_addresses: [],
    });
  });

  it('stores the digest and not the key', async () => {
    const { id, key } = await issue();
    const [row] = await database.query<{ key_sha256: Buffer; whole: string }>(
      'SELECT key_sha256, api_keys::text AS whole FROM api_keys WHERE id = $1',
      [id],
    );
    expect(row?.key_sha256.equals(digestApiKey(key))).toBe(true);
    expect(row?.whole).not.toContain(key.slice(-40));
  });
});

describe('listApiKeys', () => {
  it('shows all keys of the brand, newest first, revoked ones too, and nothing secret', async () => {
    const first = await issue({ label: 'first', createdByUserId: ownerId });
    const second = await issue({ label: 'second', feature: 'recommender' });
    await revoke(first.id);
    const other = await insertBrand(database.query);
    await issue({ brandId: other.brandId });

    const keys = await list();
    expect(keys).toEqual([
      {
        id: second.id,
        feature: 'recommender',
        label: 'second',
        created_at: second.created_at,
        created_by_user_id: null,
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
        allowed_addresses: [],
        last_four: second.key.slice(-4),
        created_by_email: null,
      },
      expect.objectContaining({ id: first.id, created_by_user_id: ownerId, revoked_at: expect.any(String) }),
    ]);
    for (const { key } of [first, second]) expect(JSON.stringify(keys)).not.toContain(key.slice(-40));
  });
});

const address = '203.0.113.7';

describe('createApiKeyVerifier', () => {
  const createVerify = (query = database.query) => createApiKeyVerifier({ query, keyPrefix });

  it('accepts a key for its brand and feature only', async () => {
    const verify = createVerify();
    const { id, key } = await issue();
    const other = await insertBrand(database.query);
    expect(await verify({ presented: key, brandId, feature, address })).toEqual({ usable: true, id });
    expect(await verify({ presented: key, brandId: other.brandId, feature, address })).toMatchObject({ usable: false });
    expect(await verify({ presented: key, brandId, feature: 'recommender', address })).toMatchObject({ usable: false });
  });

  it.each([undefined, '', 'x', `cs_live_${'0'.repeat(40)}`, '\u0000', 'é', 'x'.repeat(20_000)])(
    'refuses %p',
    async (presented) => {
      await issue();
      expect(await createVerify()({ presented, brandId, feature, address })).toMatchObject({ usable: false });
    },
  );

  it('refuses a revoked key with the next request, on every instance', async () => {
    const { id, key } = await issue();
    const instances = [createVerify(), createVerify(database.elsewhere.query)];
    const check = { presented: key, brandId, feature, address } as const;
    for (const verify of instances) expect(await verify(check)).toEqual({ usable: true, id });
    await revoke(id);
    for (const verify of instances) expect(await verify(check)).toMatchObject({ usable: false });
  });

  it('refuses a revoked key also while other requests are being checked', async () => {
    const verify = createVerify();
    const { id, key } = await issue();
    const check = { presented: key, brandId, feature, address } as const;
    const before = Array.from({ length: 20 }, () => verify(check));
    await revoke(id);
    expect(await verify(check)).toMatchObject({ usable: false });
    await Promise.all(before);
  });

  it("refuses an expired key by the database's clock", async () => {
    const verify = createVerify();
    const { id, key } = await issue({ expiresAt: new Date('2036-01-01T00:00:00Z') });
    const check = { presented: key, brandId, feature, address } as const;
    expect(await verify(check)).toEqual({ usable: true, id });
    await database.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [id]);
    expect(await verify(check)).toMatchObject({ usable: false });
  });

  it('distinguishes many keys that are checked at the same time', async () => {
    const verify = createVerify();
    const keys: Awaited<ReturnType<typeof issue>>[] = [];
    // One after another: each takes a transaction.
    while (keys.length < 30) keys.push(await issue());
    const results = await Promise.all(
      [...keys, ...keys].map(({ key }) => verify({ presented: key, brandId, feature, address })),
    );
    expect(results).toEqual([...keys, ...keys].map(({ id }) => ({ usable: true, id })));
  });
});

describe('createLastUsedRecorder', () => {
  it('writes when keys were last used, and never an earlier time over a later one', async () => {
    const { record, flush } = createLastUsedRecorder({ query: database.query, intervalMs: 60_000 });
    const [one, other] = [await issue({ label: 'one' }), await issue({ label: 'other' })];
    record(one.id, new Date('2026-01-02T00:00:00.123Z'));
    record(other.id, new Date('2026-01-03T00:00:00Z'));
    await flush();
    record(one.id, new Date('2026-01-01T00:00:00Z'));
    record(other.id, new Date('2026-01-04T00:00:00Z'));
    await flush();
    const used = new Map((await list()).map(({ label, last_used_at }) => [label, last_used_at]));
    expect(used).toEqual(
      new Map([
        ['one', '2026-01-02T00:00:00.123Z'],
        ['other', '2026-01-04T00:00:00.000Z'],
      ]),
    );
  });

  it('ignores keys that no longer exist, and tolerates a database outage', async () => {
    const failures: unknown[] = [];
    const { id } = await issue();
    let isAway = true;
    const { record, flush } = createLastUsedRecorder({
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : database.query(text, values)),
      intervalMs: 60_000,
      onFailure: (error) => failures.push(error),
    });
    record(id, new Date('2026-01-02T00:00:00Z'));
    record('00000000-0000-0000-0000-000000000000', new Date());
    await flush();
    expect(failures).toHaveLength(1);
    isAway = false;
    await flush();
    expect(await list()).toMatchObject([{ id, last_used_at: '2026-01-02T00:00:00.000Z' }]);
  });

  it('receives each use from the verifier', async () => {
    const { record, flush } = createLastUsedRecorder({ query: database.query, intervalMs: 60_000 });
    const verify = createApiKeyVerifier({ query: database.query, keyPrefix, onUse: record });
    const { key, id } = await issue();
    await verify({ presented: key, brandId, feature, address });
    await flush();
    expect(await list()).toMatchObject([{ id, last_used_at: expect.any(String) }]);
  });
});
