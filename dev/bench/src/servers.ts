import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import type { BaseData } from './base-data.ts';

interface ServerStart {
  /** Names the log file. */
  name: string;
  program: string;
  nodeArgs?: readonly string[];
  settings: Record<string, string>;
}

export interface CallEventsOptions {
  name: string;
  /** Absent: there is only one instance. */
  redisUrl?: string;
  /** A free port by default. */
  port?: number;
  /** Other settings. */
  settings?: Record<string, string>;
  nodeArgs?: readonly string[];
}

export interface RecommenderOptions {
  name: string;
  /** Slug. */
  brand: string;
  nodeArgs?: readonly string[];
  /** Whether it can decrypt the secrets of shops. */
  acceptsShops?: boolean;
}

/** Starts the measured servers, each in a separate process with its log in a file. */
export function createServerStarts({ baseData, logDirectory }: { baseData: BaseData; logDirectory: string }) {
  const start = ({ name, settings, ...options }: ServerStart): Promise<ServiceProcess> =>
    ServiceProcess.start({
      ...options,
      settings: { NODE_ENV: 'production', DATABASE_URL: baseData.databaseUrl, ...settings },
      logFile: join(logDirectory, `${name}.log`),
    });

  return {
    /** It serves tabs when it has a Redis. */
    startBaseline: ({ name = 'baseline', redisUrl }: { name?: string; redisUrl?: string } = {}) =>
      start({
        name,
        program: fileURLToPath(new URL('baseline-server.js', import.meta.url)),
        settings: { ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) },
      }),

    startCallEvents: ({ name, redisUrl, port = 0, settings = {}, nodeArgs = [] }: CallEventsOptions) =>
      start({
        name,
        nodeArgs,
        program: builtService('call-events'),
        settings: {
          SESSION_SECRET: baseData.sessionSecret,
          PORT: String(port),
          ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
          ...settings,
        },
      }),

    /** Uses the bundled model, because its directory of artifacts is empty. Resolves when it has loaded its catalogue. */
    startRecommender: async ({ name, brand, nodeArgs = [], acceptsShops = false }: RecommenderOptions) => {
      const server = await start({
        name,
        nodeArgs,
        program: builtService('recommender'),
        settings: {
          BRAND: brand,
          ARTIFACT_DIR: join(logDirectory, 'artifacts'),
          ...(acceptsShops && { SECRETS_KEY: baseData.sessionSecret }),
        },
      });
      const isHealthy = async () => (await fetch(`http://127.0.0.1:${server.port}/health`)).ok;
      await until(`${name} is healthy`, isHealthy);
      return server;
    },
  };
}

export type ServerStarts = ReturnType<typeof createServerStarts>;
