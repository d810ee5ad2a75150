import { createLogger } from '@callside/service-kit';
import { CapturedLog, RedisProcess, until } from '@callside/test-kit';
import {
  type LeaseStoreUnderTest,
  newMemoryLeaseStore,
  newRedisLeaseStore,
} from '../../../test/support/lease-stores.ts';
import { createMemoryLeaseStore } from './leases-in-memory.store.ts';
import { createRedisLeaseStore } from './leases-in-redis.store.ts';

const leaseMs = 150_000;
const orphanMs = 120_000;
/** Longer than a test takes. */
const marginMs = 10_000;

describe.each([
  ['in memory', () => newMemoryLeaseStore(leaseMs)],
  ['in Redis', () => newRedisLeaseStore(leaseMs, process.env.REDIS_URL!)],
])('a lease %s', (_where, create) => {
  let store: LeaseStoreUnderTest;
  beforeEach(async () => {
    store = await create();
  });
  afterEach(() => store.close());

  const presence = async () => (await store.leases.presences(['session'])).get('session');

  test('exists from its acquisition until it expires', async () => {
    expect(await presence()).toBe('absent');
    await store.leases.acquire('session', 'a');
    expect([await presence(), await store.leases.status('session')]).toEqual(['present', 'held']);
    await store.elapse(leaseMs - marginMs);
    expect(await presence()).toBe('present');
    await store.elapse(marginMs);
    expect([await presence(), await store.leases.status('session')]).toEqual(['absent', 'absent']);
  });

  test('is extended by a refresh of its owner', async () => {
    await store.leases.acquire('session', 'a');
    await store.elapse(leaseMs - marginMs);
    expect(await store.leases.refresh('session', 'a')).toBe('held');
    await store.elapse(leaseMs - marginMs);
    expect(await presence()).toBe('present');
    await store.elapse(marginMs);
    expect(await presence()).toBe('absent');
  });

  test('a lease that does not exist is taken by a refresh', async () => {
    expect(await store.leases.refresh('session', 'a')).toBe('held');
    expect(await presence()).toBe('present');
  });

  test('a lease of another owner cannot be refreshed, orphaned or released', async () => {
    await store.leases.acquire('session', 'a');
    await store.leases.acquire('session', 'b');
    expect(await store.leases.refresh('session', 'a')).toBe('lost');
    expect(await store.leases.orphan('session', 'a', 1)).toBe('lost');
    await store.leases.release('session', 'a');
    expect(await store.leases.status('session')).toBe('held');
    expect(await store.leases.refresh('session', 'b')).toBe('held');
  });

  test('stays as an orphan for its window, counted from the first call', async () => {
    await store.leases.acquire('session', 'a');
    expect(await store.leases.orphan('session', 'a', orphanMs)).toBe('held');
    expect([await presence(), await store.leases.status('session')]).toEqual(['present', 'orphaned']);
    await store.elapse(orphanMs - marginMs);
    expect(await store.leases.orphan('session', 'a', orphanMs)).toBe('held');
    expect(await presence()).toBe('present');
    await store.elapse(marginMs);
    expect(await presence()).toBe('absent');
  });

  test('an orphaned lease still belongs to its owner, and to a token that acquires it', async () => {
    await store.leases.acquire('session', 'a');
    await store.leases.orphan('session', 'a', orphanMs);
    expect(await store.leases.refresh('session', 'b')).toBe('lost');
    await store.leases.acquire('session', 'b');
    expect(await store.leases.status('session')).toBe('held');
    expect(await store.leases.orphan('session', 'a', 1)).toBe('lost');
    await store.elapse(leaseMs - marginMs);
    expect(await presence()).toBe('present');
  });

  test('a lease that the store lost can still be orphaned', async () => {
    await store.leases.acquire('session', 'a');
    await store.forget();
    expect(await store.leases.orphan('session', 'a', orphanMs)).toBe('held');
    expect(await store.leases.status('session')).toBe('orphaned');
  });

  test('is abandoned by its owner as an orphan, and is not created if the store has none', async () => {
    expect(await store.leases.abandon('session', 'a', orphanMs)).toBe('lost');
    expect(await presence()).toBe('absent');
    await store.leases.acquire('session', 'a');
    expect(await store.leases.abandon('session', 'b', 1)).toBe('lost');
    expect(await store.leases.abandon('session', 'a', orphanMs)).toBe('held');
    expect(await store.leases.status('session')).toBe('orphaned');
  });

  test('ends with its release, orphaned or not', async () => {
    for (const leave of [async () => {}, () => store.leases.orphan('session', 'a', orphanMs)]) {
      await store.leases.acquire('session', 'a');
      await leave();
      await store.leases.release('session', 'a');
      expect(await presence()).toBe('absent');
    }
  });

  test('is restored with its remaining time if there is none', async () => {
    await store.leases.acquire('other', 'b');
    await store.leases.restore([
      { sessionId: 'session', token: 'a', isOrphaned: false, forMs: marginMs },
      { sessionId: 'other', token: 'a', isOrphaned: false, forMs: 1.5 },
    ]);
    expect(await store.leases.refresh('other', 'a')).toBe('lost');
    expect(await store.leases.refresh('session', 'b')).toBe('lost');
    expect(await presence()).toBe('present');
    await store.elapse(marginMs);
    expect(await presence()).toBe('absent');
  });

  test('is restored as an orphan if it was one', async () => {
    await store.leases.restore([
      { sessionId: 'session', token: 'a', isOrphaned: true, forMs: marginMs },
      { sessionId: 'other', token: 'b', isOrphaned: false, forMs: marginMs },
    ]);
    expect(await store.leases.status('session')).toBe('orphaned');
    expect(await store.leases.status('other')).toBe('held');
    expect(await store.leases.refresh('session', 'b')).toBe('lost');
    expect(await store.leases.refresh('session', 'a')).toBe('held');
    expect(await store.leases.status('session')).toBe('held');
  });

  test('is separate from 2,500 others, and from the same session id in another deployment', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `session ${index}`);
    const present = ids.filter((_, index) => index % 3 === 0);
    await store.leases.restore(
      present.map((sessionId) => ({ sessionId, token: 'a', isOrphaned: false, forMs: leaseMs })),
    );
    const presences = await store.leases.presences(ids);
    expect([...presences].filter(([, said]) => said === 'present').map(([id]) => id)).toEqual(present);
    expect([...presences.values()]).not.toContain('unknown');
    expect(presences.size).toBe(ids.length);
    expect(await store.leases.presences([])).toEqual(new Map());
    const stranger = await create();
    expect((await stranger.leases.presences(present)).get(present[0]!)).toBe('absent');
    await stranger.close();
  });
});

test('in memory, leases are unknown until the stored ones are restored', async () => {
  const leases = createMemoryLeaseStore({ leaseMs, now: () => 0 });
  await leases.acquire('mine', 'a');
  expect(await leases.presences(['mine', 'other'])).toEqual(
    new Map([
      ['mine', 'present'],
      ['other', 'unknown'],
    ]),
  );
  await leases.restore([]);
  expect((await leases.presences(['other'])).get('other')).toBe('absent');
});

test('a lease in Redis expires by the clock of Redis', async () => {
  const { leases, close } = await newRedisLeaseStore(50, process.env.REDIS_URL!);
  await leases.acquire('session', 'a');
  await until('it has expired', async () => (await leases.presences(['session'])).get('session') === 'absent');
  await close();
});

describe('a Redis that is unavailable', () => {
  let redis: RedisProcess;
  let leases: ReturnType<typeof createRedisLeaseStore>;
  let returns: number;
  let failures: number;
  let log: CapturedLog;

  beforeEach(async () => {
    redis = await RedisProcess.reserve();
    returns = 0;
    failures = 0;
    log = new CapturedLog();
    leases = createRedisLeaseStore({
      url: redis.url,
      keyPrefix: () => 'test',
      leaseMs,
      logger: createLogger({ service: 'test', level: 'warn', destination: log }),
      onFailure: () => {
        failures += 1;
      },
    });
    leases.onReturned(() => {
      returns += 1;
    });
  });
  afterEach(async () => {
    leases.close();
    redis.wake();
    await redis.kill();
  });

  const presenceIs = (expected: string) =>
    until(`the lease is ${expected}`, async () => (await leases.presences(['session'])).get('session') === expected);

  async function expectUnreadable(): Promise<void> {
    expect(await leases.presences(['session', 'other'])).toEqual(
      new Map([
        ['session', 'unknown'],
        ['other', 'unknown'],
      ]),
    );
    for (const change of [
      () => leases.acquire('session', 'a'),
      () => leases.refresh('session', 'a'),
      () => leases.orphan('session', 'a', orphanMs),
      () => leases.abandon('session', 'a', orphanMs),
      () => leases.release('session', 'a'),
      () => leases.status('session'),
      () => leases.restore([{ sessionId: 'session', token: 'a', isOrphaned: false, forMs: 1 }]),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(failures).toBe(8);
  }

  test('a Redis unavailable from the start makes every presence unknown, and is used when it becomes available', async () => {
    await until('the first connection has failed', () => log.text !== '');
    await expectUnreadable();
    await redis.start();
    await presenceIs('absent');
    expect(returns).toBe(1);
  });

  test('a killed Redis makes every presence unknown until its leases could be restored', async () => {
    await redis.start();
    await presenceIs('absent');
    await leases.acquire('session', 'a');
    expect(await leases.refresh('session', 'a')).toBe('held');
    failures = 0;
    await redis.kill();
    await expectUnreadable();
    const returnsBefore = returns;
    await redis.start();
    await until('it is back', () => returns > returnsBefore);
    expect((await leases.presences(['session'])).get('session')).toBe('unknown');
    await leases.restore([{ sessionId: 'session', token: 'a', isOrphaned: false, forMs: leaseMs }]);
    const presences = await leases.presences(['session', 'other']);
    expect([...presences.values()]).toEqual(['present', 'unknown']);
    // The Redis that restarted does not have the scripts.
    expect(await leases.refresh('session', 'a')).toBe('held');
    expect(await leases.refresh('session', 'b')).toBe('lost');
  });

  test('a Redis that hangs makes every presence unknown', async () => {
    await redis.start();
    await presenceIs('absent');
    await leases.acquire('session', 'a');
    failures = 0;
    redis.hang();
    await expectUnreadable();
    redis.wake();
    // Redis may still run the commands that were sent during the hang, including a release.
    await until('leases can be read', async () => (await leases.presences(['session'])).get('session') !== 'unknown');
    await leases.acquire('session', 'b');
    await presenceIs('present');
  });
});
