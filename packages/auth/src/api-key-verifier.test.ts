import type { Query } from '@callside/database';
import { digestApiKey, generateApiKey } from './api-key.ts';
import { createApiKeyVerifier } from './api-key-verifier.ts';

const brandId = 'b1';
const feature = 'call-events';
const address = '203.0.113.7';
const known = generateApiKey('cs');

/** A table of keys. The test decides when each query is answered. */
function setUp(
  rows: Record<
    string,
    { brand_id?: string; feature?: string; revoked?: boolean; expired?: boolean; allowed_addresses?: string[] }
  > = { [known]: {} },
) {
  const queries: { digests: string[]; answer: () => void; fail: (error: unknown) => void }[] = [];
  const used: string[] = [];
  const stored = Object.entries(rows).map(([key, row]) => ({
    id: `id of ${key}`,
    brand_id: brandId,
    feature,
    digest: digestApiKey(key).toString('hex'),
    revoked: false,
    expired: false,
    allowed_addresses: [],
    ...row,
  }));
  const query = ((_text: string, [digests]: [string[]]) =>
    new Promise((resolve, reject) => {
      queries.push({
        digests,
        answer: () => resolve(stored.filter(({ digest }) => digests.includes(digest))),
        fail: reject,
      });
    })) as unknown as Query;
  const verify = createApiKeyVerifier({ query, keyPrefix: 'cs', onUse: (keyId) => used.push(keyId) });
  return { verify, queries, used };
}

/** Waits some turns of the event loop, so that everything that can run has run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('createApiKeyVerifier', () => {
  it('runs one query for all the requests that queued during the previous one, each key once', async () => {
    const { verify, queries } = setUp();
    const check = { presented: known, brandId, feature, address } as const;
    const first = verify(check);
    await settled();
    const others = Promise.all([verify(check), verify({ ...check, presented: 'other' }), verify(check)]);
    await settled();
    expect(queries).toHaveLength(1);
    queries[0]?.answer();
    await settled();
    expect(queries).toHaveLength(2);
    expect(queries[1]?.digests).toEqual([digestApiKey(known).toString('hex'), digestApiKey('other').toString('hex')]);
    queries[1]?.answer();
    expect(await first).toEqual({ usable: true, id: `id of ${known}` });
    const accepted = { usable: true, id: `id of ${known}` };
    expect(await others).toEqual([accepted, { usable: false, reason: 'missing', id: null }, accepted]);
  });

  it('never answers a request from a query that began before it', async () => {
    const { verify, queries } = setUp();
    const check = { presented: known, brandId, feature, address } as const;
    const first = verify(check);
    await settled();
    const second = verify(check);
    queries[0]?.answer();
    await first;
    await settled();
    expect(queries).toHaveLength(2);
    queries[1]?.answer();
    expect(await second).toMatchObject({ usable: true });
  });

  it.each([undefined, '', 'nonsense', 'cs_live_', known.toUpperCase()])(
    'runs the query also for %p, and refuses it',
    async (presented) => {
      const { verify, queries, used } = setUp();
      const result = verify({ presented, brandId, feature, address });
      await settled();
      expect(queries).toHaveLength(1);
      queries[0]?.answer();
      expect(await result).toMatchObject({ usable: false, id: null });
      expect(used).toEqual([]);
    },
  );

  it.each([
    ['of another brand as an unknown one', { brand_id: 'b2' }, { reason: 'unknown', id: null }],
    ['of another feature', { feature: 'recommender' }, { reason: 'wrong_feature', id: `id of ${known}` }],
    ['that was revoked', { revoked: true }, { reason: 'revoked', id: `id of ${known}` }],
    [
      'that may not be used from there',
      { allowed_addresses: ['198.51.100.0/24'] },
      { reason: 'wrong_address', id: `id of ${known}` },
    ],
    ['that has expired', { expired: true }, { reason: 'expired', id: `id of ${known}` }],
  ])('refuses a key %s', async (_name, row, refusal) => {
    const { verify, queries, used } = setUp({ [known]: row });
    const result = verify({ presented: known, brandId, feature, address });
    await settled();
    queries[0]?.answer();
    expect(await result).toEqual({ usable: false, ...refusal });
    expect(used).toEqual([]);
  });

  it('refuses a key without the prefix of this deployment', async () => {
    const { verify, queries } = setUp({ stored: {} });
    const result = verify({ presented: 'stored', brandId, feature, address });
    await settled();
    queries[0]?.answer();
    expect(await result).toMatchObject({ usable: false });
  });

  it('reports a key that was used', async () => {
    const { verify, queries, used } = setUp();
    const result = verify({ presented: known, brandId, feature, address });
    await settled();
    queries[0]?.answer();
    await result;
    expect(used).toEqual([`id of ${known}`]);
  });

  it('rejects when the query fails, and queries again for the next request', async () => {
    const { verify, queries } = setUp();
    const check = { presented: known, brandId, feature, address } as const;
    const failing = verify(check);
    await settled();
    queries[0]?.fail(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    const next = verify(check);
    await settled();
    queries[1]?.answer();
    expect(await next).toEqual({ usable: true, id: `id of ${known}` });
  });
});
