import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@callside/service-kit';
import { CapturedLog, TcpProxy, until } from '@callside/test-kit';
import { Server } from 'socket.io';
import { createCluster } from './cluster.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const redisUrl = process.env.REDIS_URL ?? '';
const channelPrefix = 'callside:cluster-test';

/** `beforeJoining` is called when Redis is connected, before the server subscribes. */
async function startServer({ url = redisUrl, beforeJoining = () => {} } = {}) {
  const cluster = createCluster({
    url,
    channelPrefix,
    logger: createLogger({ service: 'test', level: 'warn', destination: new CapturedLog() }),
  });
  const io = new Server();
  closing.push(() => cluster.close());
  await until('Redis is connected', cluster.isUp);
  beforeJoining();
  io.adapter(cluster.socketAdapter);
  const namespace = io.of('/rep');
  const heard: unknown[] = [];
  namespace.on('announcements' as never, (text: unknown) => {
    heard.push(text);
  });
  return { namespace, heard };
}

test('an announcement reaches the other servers, and not the one that sent it', async () => {
  const one = await startServer();
  const other = await startServer();
  await until('both have subscribed', async () => {
    one.namespace.serverSideEmit('announcements' as never, 'from one' as never);
    other.namespace.serverSideEmit('announcements' as never, 'from the other' as never);
    return one.heard.length > 0 && other.heard.length > 0;
  });
  expect(new Set(one.heard)).toEqual(new Set(['from the other']));
  expect(new Set(other.heard)).toEqual(new Set(['from one']));
});

test('a server whose connection was lost before Redis answered its subscriptions subscribes again', async () => {
  const network = await TcpProxy.start(Number(new URL(redisUrl).port));
  closing.push(() => void network.close());
  const late = await startServer({ url: network.urlOf(redisUrl), beforeJoining: () => network.freeze() });
  // The subscriptions are on their way.
  await pause(200);
  network.cut();
  network.mend();
  const other = await startServer();
  await until('it hears the other server', () => {
    other.namespace.serverSideEmit('announcements' as never, 'from the other' as never);
    return late.heard.length > 0;
  });
});
