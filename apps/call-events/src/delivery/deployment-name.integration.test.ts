import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@callside/database';
import { PostgresProcess, RedisProcess, until } from '@callside/test-kit';
import { createClient } from 'redis';
import { type Deployment, deploy, newRepOf } from '../../test/support/deployment.ts';

let redis: RedisProcess;
const deployments: Deployment[] = [];

beforeAll(async () => {
  redis = await RedisProcess.reserve();
  await redis.start();
});
afterEach(async () => {
  for (const deployment of deployments.splice(0)) await deployment.close();
});
afterAll(() => redis.kill());

async function begin(secret: string): Promise<Deployment> {
  const deployment = await deploy({ redisUrl: redis.url, secret });
  deployments.push(deployment);
  return deployment;
}

const oldSecret = 'the old secret of these tests that is long';
const newSecret = 'the new secret of these tests that is long';

/** The prefixes of all subscribed channels in Redis. */
async function channelPrefixes(): Promise<Set<string>> {
  const client = createClient({ url: redis.url });
  await client.connect();
  const names = await client.pubSubChannels('callside:*');
  client.destroy();
  return new Set(names.map((name) => String(name).replace(/(-request|-response)?#.*$/, '')));
}

async function limitNames(): Promise<string[]> {
  const client = createClient({ url: redis.url });
  await client.connect();
  const names = await client.keys('*limit:failed-keys*');
  client.destroy();
  return names;
}

test('instances of one deployment exchange messages while its secret is being replaced', async () => {
  const deployment = await begin(oldSecret);
  const one = await deployment.start();
  const two = await deployment.start({ settings: { SESSION_SECRET: `${newSecret},${oldSecret}` } });
  const desk = await newRepOf(deployment);
  const tab = await desk.tab(two);
  tab.forget();
  await desk.on(one).send('call-started');
  // Only Redis delivers an event this fast: the comparison with the database is slower and sends no event.
  await tab.hears('call.event', 1, 4_000);
  const companion = await desk.companion(one);
  const session = await companion.open();
  const colleague = await desk.companion(two);
  expect(await colleague.closeSession(session)).toMatchObject({ error: { code: 'not_producer' } });
});

test('deployments with the same secret on one Redis share no names', async () => {
  const [first, second] = [await begin(oldSecret), await begin(oldSecret)];
  const servers = await Promise.all([first.start(), second.start()]);
  const ids = await Promise.all(
    [first, second].map(async ({ query }) => (await query<{ id: string }>('SELECT id FROM deployments'))[0]?.id),
  );
  await until('both have subscribed', async () => {
    const prefixes = await channelPrefixes();
    return ids.every((id) => prefixes.has(`callside:${id}`));
  });
  expect(ids[0]).not.toBe(ids[1]);
  // The counters of rate limits too: one brand may be on both, such as a copy of production.
  const { brand } = await newRepOf(first);
  await second.query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, 'US')`, [brand.id, brand.slug]);
  await second.query('INSERT INTO brand_hosts (host, brand_id) VALUES ($1, $2)', [brand.host, brand.id]);
  for (const { client } of servers) {
    const headers = { host: brand.host, 'x-api-key': 'wrong' };
    expect((await client.send({ path: '/call-events/call-ended', headers, body: '{}' })).status).toBe(401);
  }
  const counted = ids.map((id) => `callside:${id}:limit:failed-keys:${brand.id} 127.0.0.1`);
  expect((await limitNames()).toSorted()).toEqual(counted.toSorted());
});

test('tabs that connect before a starting instance knows its deployment get their state and every event', async () => {
  const postgres = await PostgresProcess.start();
  await migrate({ url: postgres.url });
  const deployment = await deploy({ databaseUrl: postgres.url, redisUrl: redis.url });
  try {
    const desk = await newRepOf(deployment);
    await postgres.hang();
    const server = await deployment.start();
    const opening = Promise.all(Array.from({ length: 20 }, () => desk.tab(server)));
    // It is not visible from outside that a connection waits for the database.
    await pause(1_000);
    await postgres.wake();
    const tabs = await opening;
    for (const tab of tabs) tab.forget();
    await desk.on(server).send('call-started');
    await Promise.all(tabs.map((tab) => tab.hears('call.event', 1, 4_000)));
  } finally {
    await postgres.wake();
    await deployment.close();
    await postgres.remove();
  }
});
