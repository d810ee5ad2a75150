import {
  describeWith,
  type RedisDeployment,
  type ServiceProcess,
  startRedisCluster,
  startRedisWithSentinel,
  until,
} from '@callside/test-kit';
import { agree } from '../../test/support/agreement.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { eventsOf } from '../../test/support/records.ts';
import type { Tab } from '../../test/support/tab.ts';

const programs = { 'redis-server': 'redis-server', 'redis-cli': 'redis-tools' };

describeWith(programs)('Redis with several servers', () => {
  describe.each([
    ['Sentinel', startRedisWithSentinel],
    ['Redis Cluster', startRedisCluster],
  ])('%s', (_what, start) => {
    let redis: RedisDeployment;
    let deployment: Deployment;
    let servers: ServiceProcess[];
    let desk: RepAtWork;
    let tabs: Tab[];

    beforeAll(async () => {
      redis = await start();
      deployment = await deploy({ redisUrl: redis.url });
      servers = await Promise.all([deployment.start(), deployment.start()]);
      await Promise.all(servers.map((server) => sees(server, 'up')));
      desk = await newRepOf(deployment);
      tabs = await Promise.all(servers.map((server) => desk.tab(server)));
    });
    afterAll(async () => {
      await deployment?.close();
      await redis?.stop();
    });

    test('a call reaches tabs of the other server', async () => {
      await desk.on(servers[0]!).send('call-started');
      for (const tab of tabs) expect((await tab.showsAfter(1)).call).not.toBeNull();
    });

    test('a transcription session opens, which needs a lease', async () => {
      const companion = await desk.companion(servers[1]!);
      expect(await companion.open()).not.toBe('');
      companion.close();
    });

    test('after the loss of the master no event is lost, and messages pass between the servers again', async () => {
      const ids: string[] = [];
      let isOver = false;
      const sending = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const id = `during-${count}`;
          const event = count % 2 === 0 ? 'recording-paused' : 'recording-resumed';
          expect((await desk.on(servers[count % 2]!).send(event, { event_id: id })).status).toBe(200);
          ids.push(id);
        }
      })();
      await until('events before', () => ids.length > 10);
      await redis.killMaster();
      await Promise.all(servers.map((server) => sees(server, 'up')));
      const after = ids.length;
      await until('events after', () => ids.length > after + 10);
      isOver = true;
      await sending;
      const stored = (await eventsOf(deployment, desk.rep)).map(({ event_id }) => event_id);
      expect(stored).toEqual(expect.arrayContaining(ids));
      await agree(deployment.query, [{ desk, tabs }]);
      await until('each server reaches the other', isRelayedBothWays, 60_000);
    });

    /** A tab gets a `call.event` only by a message; the comparison with the database sends a `call.state`. */
    async function isRelayedBothWays(): Promise<boolean> {
      for (const [index, server] of servers.entries()) {
        const other = tabs[1 - index]!;
        other.forget();
        await desk.on(server).send('hold-started');
        await until('a message arrives', () => other.heard.length > 0);
        if (!other.names.includes('call.event')) return false;
      }
      return true;
    }
  });
});

async function sees(server: ServiceProcess, redis: string): Promise<void> {
  await until(
    `Redis is ${redis}`,
    async () => Object((await server.client.send({ method: 'GET', path: '/health' })).json).redis === redis,
    60_000,
  );
}
