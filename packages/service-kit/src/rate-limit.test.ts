import { createRateLimit } from './rate-limit.ts';

const namespace = () => 'callside:a-deployment';
const refusal = { code: 'too_many_requests', status: 429, retryAfterSeconds: expect.any(Number) };

it('each key may send as many requests a minute as the limit allows', async () => {
  const limit = createRateLimit({ name: 'test', perMinute: 2 });
  await limit.take('a');
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
  await limit.take('b');
});

it('a refusal has the seconds until the next attempt', async () => {
  const limit = createRateLimit({ name: 'test', perMinute: 1 });
  await limit.take('a');
  const error = await limit.take('a').catch((thrown: { retryAfterSeconds: number }) => thrown);
  expect(error).toMatchObject(refusal);
  expect(error?.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(error?.retryAfterSeconds).toBeLessThanOrEqual(60);
});

it('0 means no limit', async () => {
  const limit = createRateLimit({ name: 'test', perMinute: 0 });
  for (let n = 0; n < 100; n += 1) await limit.take('a');
});

it.each([
  ['refuses', () => Promise.reject(new Error('away'))],
  ['does not answer', () => new Promise<never>(() => {})],
])('requests are counted in memory while Redis %s', async (_what, command) => {
  const limit = createRateLimit({ name: 'test', perMinute: 1, namespace, redis: { eval: command } });
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
});

it('several instances count together in Redis, and a key over the limit causes no command', async () => {
  const counts = new Map<string, number>();
  let asked = 0;
  const redis = {
    eval: async (_script: string, { keys: [key = ''] }: { keys: string[] }) => {
      asked += 1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return [counts.get(key), 30_000];
    },
  };
  const [one, other] = [1, 2].map(() => createRateLimit({ name: 'test', perMinute: 2, redis, namespace }));
  await one?.take('a');
  await other?.take('a');
  await expect(one?.take('a')).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 30 });
  expect(asked).toBe(3);
  await expect(one?.take('a')).rejects.toMatchObject(refusal);
  expect(asked).toBe(3);
});

it('the names in Redis contain the deployment, and requests are counted in memory until it is known', async () => {
  const names: string[] = [];
  let known: string | null = null;
  const redis = {
    eval: async (_script: string, { keys: [key = ''] }: { keys: string[] }) => {
      names.push(key);
      return [1, 30_000];
    },
  };
  const limit = createRateLimit({ name: 'test', perMinute: 1, redis, namespace: () => known });
  await limit.take('a');
  await expect(limit.take('a')).rejects.toMatchObject(refusal);
  expect(names).toEqual([]);
  known = 'callside:one';
  await limit.take('a');
  known = 'callside:other';
  await limit.take('a');
  expect(names).toEqual(['callside:one:limit:test:a', 'callside:other:limit:test:a']);
});
