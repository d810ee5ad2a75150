import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from './errors.ts';
import { answerInTime } from './redis-answer.ts';

/** The part of a Redis client that counting uses. */
export interface CountingRedis {
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
}

export interface RateLimitOptions {
  /** Distinguishes the limits of a service. */
  name: string;
  /** 0: no limit. */
  perMinute: number;
  /** Counts for all instances. Without it, or while it does not answer, each instance counts separately. */
  redis?: CountingRedis | undefined;
  /** The beginning of all names in Redis, which other deployments may share; null while it is not known yet. Needed with Redis. */
  namespace?: () => string | null;
}

export interface RateLimit {
  /** Counts one request of the key; throws `too_many_requests` above the limit. */
  take: (key: string) => Promise<void>;
}

/** Of an address: requests with a refused key or signature. */
export const failedKeysPerMinute = 30_000;

const windowSeconds = 60;
/** The longest time that a request waits for a count. */
const answerLimitMs = 200;

/** Limits the requests a minute for each key. */
export function createRateLimit({ name, perMinute, redis, namespace = () => null }: RateLimitOptions): RateLimit {
  if (perMinute === 0) return { take: async () => {} };
  // `take` passes the complete name, because the deployment is not known yet when the limit is created.
  const options = { keyPrefix: '', points: perMinute, duration: windowSeconds };
  const memory = new RateLimiterMemory(options);
  const shared: RateLimiterAbstract =
    redis === undefined
      ? memory
      : new RateLimiterRedis({
          ...options,
          storeClient: {
            eval: (...command: Parameters<CountingRedis['eval']>) =>
              answerInTime(redis.eval(...command), answerLimitMs),
          },
          useRedisPackage: true,
          insuranceLimiter: memory,
          // A key over the limit causes no Redis command until the minute is over.
          inMemoryBlockOnConsumed: perMinute + 1,
        });

  return {
    take: async (key) => {
      const prefix = namespace();
      const limiter = prefix === null ? memory : shared;
      try {
        await limiter.consume(`${prefix}:limit:${name}:${key}`);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new ServiceError({
          code: 'too_many_requests',
          message: 'Too many requests; retry later.',
          retryAfterSeconds,
        });
      }
    },
  };
}
