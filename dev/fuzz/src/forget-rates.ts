import type { Query } from '@callside/database';
import { createClient } from 'redis';

const pauseMs = 500;

/**
 * Removes the counters of rate limits, which would refuse most cases of `sign-in`, and cases of one user after some thousand in a minute.
 * Returns the function that stops.
 */
export async function forgetRates({
  redisUrl,
  query,
}: {
  redisUrl: string;
  query: Query;
}): Promise<() => Promise<void>> {
  const [deployment] = await query<{ id: string }>('SELECT id FROM deployments');
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  const forget = async () => {
    for await (const keys of redis.scanIterator({ MATCH: `callside:${deployment?.id}:limit:*`, COUNT: 1_000 })) {
      if (keys.length > 0) await redis.del(keys);
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(forget);
  }, pauseMs);
  return async () => {
    clearInterval(timer);
    await running;
    redis.destroy();
  };
}
