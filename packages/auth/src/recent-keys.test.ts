import { digestApiKey } from './api-key.ts';
import { RecentKeys } from './recent-keys.ts';

const check = { presented: 'cs_live_1', brandId: 'b1', feature: 'call-events', address: '203.0.113.7' } as const;

function setUp() {
  const clock = { ms: 0 };
  return { clock, keys: new RecentKeys({ now: () => clock.ms }) };
}

describe('RecentKeys', () => {
  it('finds a key that was remembered, with its digest and the address of the request', () => {
    const { keys } = setUp();
    expect(keys.find(check)).toBeNull();
    keys.remember(check, 'the id');
    expect(keys.find(check)).toEqual({
      id: 'the id',
      digest: digestApiKey(check.presented).toString('hex'),
      address: '203.0.113.7',
    });
  });

  it.each([
    ['another key', { presented: 'cs_live_2' }],
    ['no key', { presented: undefined }],
    ['the key at another brand', { brandId: 'b2' }],
    ['the key for another feature', { feature: 'embed' }],
    ['the key from another address, from which it may not be allowed', { address: '203.0.113.8' }],
  ] as const)('does not find %s', (_what, other) => {
    const { keys } = setUp();
    keys.remember(check, 'the id');
    expect(keys.find({ ...check, ...other })).toBeNull();
  });

  it('does not find a key that was refused since', () => {
    const { keys } = setUp();
    keys.remember(check, 'the id');
    keys.forget(check);
    expect(keys.find(check)).toBeNull();
  });

  it('finds a key for a minute after it was remembered last', () => {
    const { keys, clock } = setUp();
    keys.remember(check, 'the id');
    clock.ms = 50_000;
    keys.remember(check, 'the id');
    clock.ms = 110_000;
    expect(keys.find(check)).not.toBeNull();
    clock.ms = 110_001;
    expect(keys.find(check)).toBeNull();
  });

  it('keeps a limited number of keys, the latest ones', () => {
    const { keys } = setUp();
    const keyNumber = (n: number) => ({ ...check, presented: `cs_live_${n}` });
    for (let n = 0; n <= 10_000; n++) keys.remember(keyNumber(n), `${n}`);
    expect(keys.find(keyNumber(0))).toBeNull();
    expect(keys.find(keyNumber(1))).not.toBeNull();
    expect(keys.find(keyNumber(10_000))).not.toBeNull();
  });
});
