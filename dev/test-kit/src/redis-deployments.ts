import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCommand, findFreePort, findRedisBinary, ServerProcess } from '@callside/embedded';
import { until } from './until.ts';

const password = 'only-for-tests';

/** Several Redis processes of one deployment on this machine. */
export interface RedisDeployment {
  /** For REDIS_URL. */
  url: string;
  /** Kills the server that has the channel's or key's data; resolves when another one has taken its place. */
  killMaster: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A master, a replica and a Sentinel. */
export async function startRedisWithSentinel(): Promise<RedisDeployment> {
  const place = await makePlace();
  const [first, second, watcher] = [await findFreePort(), await findFreePort(), await findFreePort()];
  await place.start(first);
  await place.start(second, ['--replicaof', '127.0.0.1', `${first}`]);
  await until('the replica follows', () => place.ask(first, 'INFO', 'replication').includes('state=online'));
  const file = path.join(place.directory, 'sentinel.conf');
  const settings = [
    `sentinel monitor callside 127.0.0.1 ${first} 1`,
    `sentinel auth-pass callside ${password}`,
    'sentinel down-after-milliseconds callside 1000',
    'sentinel failover-timeout callside 5000',
  ];
  await writeFile(file, `port ${watcher}\nbind 127.0.0.1\ndir ${place.directory}\n${settings.join('\n')}\n`);
  await place.run([file, '--sentinel'], watcher);
  await until('Sentinel knows the replica', () =>
    place.ask(watcher, 'SENTINEL', 'replicas', 'callside').includes(`${second}`),
  );
  return {
    url: `redis+sentinel://:${password}@127.0.0.1:${watcher}/callside`,
    killMaster: async () => {
      await place.kill(first);
      await until(
        'the replica is the master',
        () => place.ask(second, 'INFO', 'replication').includes('role:master'),
        30_000,
      );
    },
    stop: place.stop,
  };
}

/** Three masters, each with a replica. */
export async function startRedisCluster(): Promise<RedisDeployment> {
  const place = await makePlace();
  const ports: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const [port, bus] = [await findFreePort(), await findFreePort()];
    const node = ['--cluster-enabled', 'yes', '--cluster-config-file', `${port}.conf`, '--cluster-port', `${bus}`];
    await place.start(port, [...node, '--cluster-node-timeout', '1500', '--cluster-allow-replica-migration', 'no']);
    ports.push(port);
  }
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync(
    'redis-cli',
    ['--no-auth-warning', '-a', password, '--cluster', 'create', ...nodes, '--cluster-replicas', '1', '--cluster-yes'],
    { stdio: 'pipe' },
  );
  const isWhole = (asked: number[]) =>
    asked.every((port) => {
      const info = place.ask(port, 'CLUSTER', 'INFO');
      return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:6');
    });
  await until('the cluster is whole', () => isWhole(ports), 30_000);
  const replicasOf = (port: number) => place.ask(port, 'INFO', 'replication');
  await until(
    'replicas follow',
    () => ports.slice(0, 3).every((port) => replicasOf(port).includes('state=online')),
    30_000,
  );
  return {
    url: `redis+cluster://:${password}@${nodes.slice(0, 3).join(',')}`,
    killMaster: async () => {
      const [first, ...others] = ports;
      if (first === undefined) throw new Error('a cluster has ports');
      await place.kill(first);
      const mastersOf = (port: number) =>
        place
          .ask(port, 'CLUSTER', 'NODES')
          .split('\n')
          .filter((line) => /\bmaster\b/.test(line) && !line.includes('fail') && line.includes('-')).length;
      await until(
        'a replica has taken over',
        () => isWhole(others) && others.every((port) => mastersOf(port) === 3),
        60_000,
      );
    },
    stop: place.stop,
  };
}

async function makePlace() {
  const binary = findRedisBinary();
  if (binary === null || findCommand('redis-cli') === null) throw new Error('there is no redis-server and redis-cli');
  const directory = await mkdtemp('/tmp/callside-redis-');
  const running = new Map<number, ServerProcess>();
  const ask = (port: number, ...command: string[]) => {
    const secret = command[0] === 'SENTINEL' ? [] : ['--no-auth-warning', '-a', password];
    try {
      return execFileSync('redis-cli', ['-p', String(port), ...secret, ...command], {
        stdio: 'pipe',
        encoding: 'utf8',
      });
    } catch {
      return '';
    }
  };
  const run = async (args: string[], port: number) => {
    const process = ServerProcess.start({
      command: binary,
      args,
      logFile: path.join(directory, `${port}.log`),
      spawnOptions: { cwd: directory },
      stopSignals: ['SIGKILL'],
      patienceMs: 5_000,
    });
    running.set(port, process);
    const isThere = () => ask(port, 'PING').includes('PONG') || ask(port, 'SENTINEL', 'MYID') !== '';
    await until('Redis answers', () => isThere() || !process.running);
    if (!process.running) throw new Error(`Redis ended:\n${process.readLog()}`);
  };
  return {
    directory,
    ask,
    run,
    start: (port: number, args: string[] = []) => {
      const address = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory];
      const auth = ['--requirepass', password, '--masterauth', password];
      const storage = ['--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'];
      return run([...address, ...auth, ...storage, ...args], port);
    },
    kill: async (port: number) => running.get(port)?.stop(),
    stop: async () => {
      await Promise.all([...running.values()].map((process) => process.stop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
