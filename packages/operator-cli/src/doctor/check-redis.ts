import { redisUrl } from '@callside/service-kit';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, reasonOf, skipped } from './check.ts';

/** A command is sent, because a Redis without a password for this client accepts the connection and refuses commands. */
export async function checkRedis(settings: Settings): Promise<Finding> {
  const result = settings.check(z.object({ REDIS_URL: redisUrl.optional() }));
  if (!result.ok) return skipped('redis', 'REDIS_URL is not valid');
  const { REDIS_URL: url } = result.value;
  if (url === undefined) return skipped('redis', 'REDIS_URL is not set: only one instance of call-events may run');
  const { host } = new URL(url);
  const client = createClient({
    url,
    socket: { connectTimeout: patienceMs, socketTimeout: patienceMs, reconnectStrategy: false },
  });
  // The rejected connection says the same.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return ok('redis', `Redis at ${host} answers`);
  } catch (error) {
    return failed('redis', `Redis at ${host}: ${reasonOf(error)}`, 'start it or correct REDIS_URL');
  } finally {
    if (client.isOpen) client.destroy();
  }
}
