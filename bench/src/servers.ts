import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '@callside/embedded';
import { inheritedEnvironment } from './env.ts';
import type { Ground } from './ground.ts';

export interface MeasuredServer {
  port: number;
  pid: number;
  readLog: () => string;
  stop: () => Promise<void>;
  /** Immediately, like a crash. */
  kill: () => Promise<void>;
}

interface ServerStart {
  /** Names the log file. */
  name: string;
  program: URL;
  nodeArgs?: readonly string[];
  settings: Record<string, string>;
}

export interface CallEventsOptions {
  name: string;
  /** Absent: the only instance. */
  redisUrl?: string;
  /** A free port by default. */
  port?: number;
  /** How long it reports that it is draining before it stops. */
  drainSeconds?: number;
  nodeArgs?: readonly string[];
}

export interface RecommenderOptions {
  name: string;
  /** Slug. */
  brand: string;
  nodeArgs?: readonly string[];
}

const startPatienceMs = 30_000;
const healthPatienceMs = 60_000;

/** Starts the measured servers, each in a separate process with its log in a file. */
export function createServerStarts({ ground, logDirectory }: { ground: Ground; logDirectory: string }) {
  async function start({ name, program, nodeArgs = [], settings }: ServerStart): Promise<MeasuredServer> {
    const server = ServerProcess.start({
      command: process.execPath,
      args: [...nodeArgs, fileURLToPath(program)],
      logFile: join(logDirectory, `${name}.log`),
      spawnOptions: {
        env: { ...inheritedEnvironment(), NODE_ENV: 'production', DATABASE_URL: ground.databaseUrl, ...settings },
      },
      stopSignals: ['SIGTERM'],
      patienceMs: 12_000,
    });
    const port = await listeningPort(name, server);
    return {
      port,
      pid: server.pid,
      readLog: () => server.readLog(),
      stop: () => server.stop(),
      kill: () => killed(server),
    };
  }

  return {
    startBaseline: () =>
      start({ name: 'baseline', program: new URL('baseline-server.js', import.meta.url), settings: {} }),

    startCallEvents: ({ name, redisUrl, port = 0, drainSeconds = 0, nodeArgs = [] }: CallEventsOptions) =>
      start({
        name,
        nodeArgs,
        program: new URL('../../apps/call-events/dist/main.js', import.meta.url),
        settings: {
          SESSION_SECRET: ground.sessionSecret,
          PORT: String(port),
          DRAIN_SECONDS: String(drainSeconds),
          ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
        },
      }),

    /** Uses the bundled model, because its directory of artifacts is empty. Resolves when it has loaded its catalogue. */
    startRecommender: async ({ name, brand, nodeArgs = [] }: RecommenderOptions) => {
      const server = await start({
        name,
        nodeArgs,
        program: new URL('../../apps/recommender/dist/main.js', import.meta.url),
        settings: { BRAND: brand, PORT: '0', ARTIFACT_DIR: join(logDirectory, 'artifacts') },
      });
      await untilHealthy(name, server.port);
      return server;
    },
  };
}

export type ServerStarts = ReturnType<typeof createServerStarts>;

async function killed(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  const deadline = performance.now() + startPatienceMs;
  while (server.running && performance.now() < deadline) await sleep(5);
}

async function untilHealthy(name: string, port: number): Promise<void> {
  const deadline = performance.now() + healthPatienceMs;
  while (performance.now() < deadline) {
    if ((await fetch(`http://127.0.0.1:${port}/health`)).ok) return;
    await sleep(50);
  }
  throw new Error(`${name} did not become healthy`);
}

async function listeningPort(name: string, server: ServerProcess): Promise<number> {
  const deadline = performance.now() + startPatienceMs;
  while (server.running && performance.now() < deadline) {
    const port = /"port":(\d+),?.*"msg":"listening"|"msg":"listening","port":(\d+)/.exec(server.readLog());
    if (port !== null) return Number(port[1] ?? port[2]);
    await sleep(20);
  }
  throw new Error(`${name} did not start:\n${server.readLog()}`);
}
