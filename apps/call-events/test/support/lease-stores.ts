import { createLogger } from '@callside/service-kit';
import { until } from '@callside/test-kit';
import { createClient } from 'redis';
import type { LeaseStore } from '../../src/transcription/leases/lease-store.ts';
import { createMemoryLeaseStore } from '../../src/transcription/leases/leases-in-memory.store.ts';
import { createRedisLeaseStore } from '../../src/transcription/leases/leases-in-redis.store.ts';

export interface LeaseStoreUnderTest {
  leases: LeaseStore;
  /** Advances the store's time without waiting. */
  elapse: (ms: number) => Promise<void>;
  /** Removes all leases. */
  forget: () => Promise<void>;
  close: () => Promise<void>;
}

let prefixes = 0;

/** In memory, after an empty restore. */
export async function newMemoryLeaseStore(leaseMs: number): Promise<LeaseStoreUnderTest> {
  let now = 0;
  const create = async () => {
    const store = createMemoryLeaseStore({ leaseMs, now: () => now });
    await store.restore([]);
    return store;
  };
  let store = await create();
  const leases: LeaseStore = {
    acquire: (...args) => store.acquire(...args),
    refresh: (...args) => store.refresh(...args),
    orphan: (...args) => store.orphan(...args),
    abandon: (...args) => store.abandon(...args),
    release: (...args) => store.release(...args),
    status: (...args) => store.status(...args),
    restore: (...args) => store.restore(...args),
    presences: (...args) => store.presences(...args),
  };
  return {
    leases,
    elapse: async (ms) => {
      now += ms;
    },
    forget: async () => {
      store = await create();
    },
    close: async () => {},
  };
}

/** In a real Redis. `elapse` shortens the expiry of every key. */
export async function newRedisLeaseStore(leaseMs: number, url: string): Promise<LeaseStoreUnderTest> {
  prefixes += 1;
  const keyPrefix = `test:${process.pid}:${prefixes}`;
  const leases = createRedisLeaseStore({
    url,
    keyPrefix: () => keyPrefix,
    leaseMs,
    logger: createLogger({ service: 'test', level: 'silent' }),
    onFailure: () => {},
  });
  const redis = createClient({ url });
  await redis.connect();
  await until('Redis is read', async () => (await leases.presences(['any'])).get('any') !== 'unknown');
  const keys = () => redis.keys(`${keyPrefix}:*`);
  return {
    leases,
    elapse: async (ms) => {
      for (const key of await keys()) await redis.pExpire(key, (await redis.pTTL(key)) - ms);
    },
    forget: async () => {
      for (const key of await keys()) await redis.del(key);
    },
    close: async () => {
      leases.close();
      redis.destroy();
    },
  };
}
