import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { RepConnection, type RepView } from '@callside/client';
import { ServiceProcess, until } from '@callside/test-kit';
import { sessionSecret } from '../support/deployment.ts';

/** A checkout with built programs. */
export interface Release {
  directory: string;
}

export const thisRelease: Release = { directory: path.join(__dirname, '../..') };

/** The checkout that `npm run upgrade-test` has built. */
export function earlierRelease(): Release {
  const directory = process.env.EARLIER_RELEASE;
  if (directory === undefined) throw new Error('EARLIER_RELEASE is not set: run npm run upgrade-test');
  return { directory };
}

/** `callside db migrate` of that release. */
export async function migrateWith({ directory }: Release, databaseUrl: string): Promise<string> {
  const program = path.join(directory, 'packages/operator-cli/bin/callside.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'db', 'migrate'], {
    cwd: directory,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return stdout;
}

interface Running {
  url: string;
  stop: () => Promise<void>;
}

export async function startCallEvents({ directory }: Release, databaseUrl: string): Promise<Running> {
  const service = await ServiceProcess.start({
    program: path.join(directory, 'apps/call-events/dist/main.js'),
    settings: { DATABASE_URL: databaseUrl, REDIS_URL: process.env.REDIS_URL, SESSION_SECRET: sessionSecret },
  });
  const url = `http://localhost:${service.port}`;
  await becomesReady(`${url}/health/ready`);
  return { url, stop: () => service.stop() };
}

export async function startRecommender({ directory }: Release, databaseUrl: string): Promise<Running> {
  const artifacts = await mkdtemp(path.join(tmpdir(), 'callside-models-'));
  const service = await ServiceProcess.start({
    program: path.join(directory, 'apps/recommender/dist/main.js'),
    settings: { DATABASE_URL: databaseUrl, BRAND: 'acme', ARTIFACT_DIR: artifacts, SESSION_SECRET: sessionSecret },
  });
  const url = `http://localhost:${service.port}`;
  await becomesReady(`${url}/health`);
  return {
    url,
    stop: async () => {
      await service.stop();
      await rm(artifacts, { recursive: true, force: true });
    },
  };
}

async function becomesReady(address: string): Promise<void> {
  await until(`${address} answers 200`, async () => (await fetch(address)).ok, 30_000);
}

/** A rep's page on one instance. */
export class Tab {
  readonly #connection: RepConnection;

  constructor({ url }: Running, token: string) {
    this.#connection = new RepConnection({ baseUrl: url, token, onChange: () => {} });
    this.#connection.start();
  }

  async shows(what: string, condition: (view: RepView) => boolean): Promise<void> {
    await until(`the tab shows ${what}`, () => condition(this.#connection.view), 20_000);
  }

  close(): void {
    this.#connection.stop();
  }
}
