import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@callside/test-kit';
import { deploy } from './support/deployment.ts';

// What `npm start` says about the Redis of REDIS_URL.

const program = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/redis-problem.mjs')).href;

/** What is found at a service with this address of Redis, once its health reports the state. */
async function problemAt(redisUrl: string, state: 'up' | 'down'): Promise<unknown> {
  const deployment = await deploy({ settings: { REDIS_URL: redisUrl } });
  const directory = await mkdtemp(path.join(tmpdir(), 'callside-redis-problem-'));
  try {
    const health = async () => Object(await (await fetch(`${deployment.url}/health`)).json()).redis;
    await until(
      `Redis is ${state}`,
      async () => (await health()) === state && (state === 'up' || deployment.log().includes('Redis is')),
    );
    const logFile = path.join(directory, 'call-events.log');
    await writeFile(logFile, deployment.log());
    const script = `import { redisProblem } from '${program}';
      console.log(JSON.stringify(await redisProblem(${JSON.stringify({ url: deployment.url, logFile })})));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    return JSON.parse(stdout);
  } finally {
    await deployment.close();
    await rm(directory, { recursive: true });
  }
}

const redisUrl = process.env.REDIS_URL ?? '';

it('is none when Redis answers', async () => {
  expect(await problemAt(redisUrl, 'up')).toBeNull();
});

it('names a wrong password', async () => {
  const wrong = Object.assign(new URL(redisUrl), { password: 'wrong' }).href;
  expect(await problemAt(wrong, 'down')).toContain('WRONGPASS');
});

it('names an address at which nothing answers', async () => {
  expect(await problemAt('redis://127.0.0.1:1', 'down')).toContain('ECONNREFUSED');
});
