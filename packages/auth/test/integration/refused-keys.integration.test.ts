import { createRefusedKeyRecorder, issueApiKey, type RefusedKey } from '../../src/index.ts';
import { insertBrand } from '../support/brand.ts';
import { type AuthDatabase, openDatabase } from '../support/database.ts';

const keyPrefix = 'cs';

let database: AuthDatabase;
let brandId: string;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ brandId } = await insertBrand(database.query));
});

const aKey = (end: number) => `cs_live_${end.toString(16).padStart(40, '0')}`;

function refused(fields: Partial<RefusedKey> = {}): RefusedKey {
  return {
    brandId,
    feature: 'call-events',
    presented: aKey(1),
    address: '203.0.113.7',
    reason: 'unknown',
    keyId: null,
    ...fields,
  };
}

/** Counts what a recorder was told, on one or the other instance. */
async function record(requests: readonly RefusedKey[], query = database.query): Promise<void> {
  const recorder = createRefusedKeyRecorder({ query, keyPrefix, intervalMs: 1_000 });
  for (const request of requests) recorder.record(request);
  await recorder.flush();
}

const onFile = () =>
  database.query<{ shown_key: string; address: string; reason: string; requests: number }>(
    `SELECT feature, shown_key, address, reason, requests::int AS requests FROM refused_keys
      WHERE brand_id = $1 ORDER BY address, shown_key, feature`,
    [brandId],
  );
const addressesOnFile = async () => (await onFile()).map(({ address }) => address);

it('counts by address, feature and what may be shown of the key, over flushes and instances', async () => {
  const absent = refused({ presented: undefined, reason: 'missing' });
  const cut = refused({ presented: 'cs_live_12', reason: 'malformed' });
  await record([refused(), refused(), refused({ address: '2001:db8::7' }), absent, cut]);
  await record([refused(), absent, refused({ feature: 'embed' })], database.elsewhere.query);
  const here = { feature: 'call-events', address: '203.0.113.7' };
  expect(await onFile()).toEqual([
    { ...here, address: '2001:db8:0:0::/64', shown_key: 'cs_live_…0001', reason: 'unknown', requests: 1 },
    { ...here, shown_key: '', reason: 'missing', requests: 2 },
    { ...here, shown_key: 'cs_live_…', reason: 'malformed', requests: 1 },
    { ...here, shown_key: 'cs_live_…0001', reason: 'unknown', requests: 3 },
    { ...here, feature: 'embed', shown_key: 'cs_live_…0001', reason: 'unknown', requests: 1 },
  ]);
});

it('keeps the first and the last time, and the last reason', async () => {
  const times = async () =>
    (
      await database.query<{ first: Date; last: Date; reason: string }>(
        'SELECT first_seen_at AS first, last_seen_at AS last, reason FROM refused_keys WHERE brand_id = $1',
        [brandId],
      )
    )[0];
  await record([refused({ reason: 'expired' })]);
  const before = await times();
  await record([refused({ reason: 'revoked' })]);
  const after = await times();
  expect(after).toMatchObject({ first: before?.first, reason: 'revoked' });
  expect(after?.last.getTime()).toBeGreaterThan(before?.last.getTime() ?? 0);
});

it('keeps the counts of a failed flush for the next one', async () => {
  let isAway = true;
  const failures: unknown[] = [];
  const recorder = createRefusedKeyRecorder({
    query: (text, values) => (isAway ? Promise.reject(new Error('away')) : database.query(text, values)),
    keyPrefix,
    intervalMs: 1_000,
    onFailure: (error) => failures.push(error),
  });
  recorder.record(refused());
  await recorder.flush();
  expect(failures).toEqual([new Error('away')]);
  isAway = false;
  recorder.record(refused());
  await recorder.stop();
  expect(await onFile()).toMatchObject([{ requests: 2 }]);
});

it('a flood from many addresses leaves a hundred, and displaces no key of the brand', async () => {
  const { id: keyId } = await issueApiKey(database.prisma, { brandId, feature: 'call-events', keyPrefix });
  const revoked = refused({ reason: 'revoked', keyId, address: 'dialler' });
  const absent = refused({ presented: '', reason: 'missing', address: 'without a key' });
  await record([revoked, absent]);
  for (let round = 0; round < 3; round += 1) {
    await record(Array.from({ length: 1_500 }, (_, n) => refused({ address: `flood ${round} ${n}` })));
  }
  const addresses = await addressesOnFile();
  expect(addresses).toHaveLength(102);
  expect(addresses).toEqual(expect.arrayContaining(['dialler', 'without a key']));
});

it('a flood of made-up keys from one address leaves twenty of it', async () => {
  await record([refused({ address: 'dialler' })]);
  await record(Array.from({ length: 500 }, (_, n) => refused({ presented: aKey(n) })));
  const addresses = await addressesOnFile();
  expect(addresses.filter((address) => address !== 'dialler')).toHaveLength(20);
  expect(addresses).toContain('dialler');
});

it('never stores a key', async () => {
  const secrets = [`cs_live_${'ab'.repeat(20)}`, 'cs_live_short-secret', 'a password of something else'];
  await record(secrets.map((presented) => refused({ presented })));
  const rows = JSON.stringify(
    await database.query('SELECT * FROM refused_keys WHERE brand_id = $1', [brandId]),
    (_, v) => (typeof v === 'bigint' ? String(v) : v),
  );
  for (const secret of ['ababab', 'short', 'password']) expect(rows).not.toContain(secret);
});
