import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@callside/database/testing';

// The stores that `npm start` starts.

const program = pathToFileURL(path.join(import.meta.dirname, '../../scripts/lib/local-services.mjs')).href;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'callside-local-services-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Runs `act` with the services, and returns what was said of programs that ended. */
async function say(act: string, environment: Record<string, string> = {}): Promise<unknown> {
  const script = `
    import { execFileSync } from 'node:child_process';
    import { connect } from 'node:net';
    import { createLocalServices } from '${program}';
    const said = [];
    let hasEnded;
    const ended = new Promise((resolve) => { hasEnded = resolve; });
    const onEnded = (sentence) => hasEnded(said.push(sentence));
    const services = createLocalServices({ dataDir: ${JSON.stringify(dataDir)}, onEnded });
    // The programs do not keep this process running.
    const awake = setInterval(() => {}, 1_000);
    const { signal } = new AbortController();
    const { REDIS_URL } = await services.startStores(signal);
    const { port, password } = new URL(REDIS_URL);
    ${act}
    await services.stop();
    clearInterval(awake);
    console.log(JSON.stringify(said));`;
  const env = { ...process.env, REDIS_URL: '', OIDC_ISSUER: '', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(stdout);
}

it('says that a store has ended by itself, how, and where its log is', async () => {
  const shutDown = String.raw`connect(Number(port), '127.0.0.1').end('AUTH ' + password + '\r\nSHUTDOWN NOSAVE\r\n');`;
  const sentence = `Redis has ended with exit code 0. Its log: ${path.join(dataDir, 'redis.log')}`;
  expect(await say(`${shutDown} await ended;`)).toEqual([sentence]);
});

it('says that the demo identity provider was killed', async () => {
  const killed = `await services.startIdentityProvider(signal);
    const children = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'demo-identity-provider']);
    process.kill(Number(children), 'SIGKILL');
    await ended;`;
  const logFile = path.join(dataDir, 'demo-identity-provider.log');
  expect(await say(killed)).toEqual([`The demo identity provider was ended by SIGKILL. Its log: ${logFile}`]);
});

it('names the usual port that another program has, and the one it took', async () => {
  const busy = `const other = (await import('node:net')).createServer();
    // If this fails, the port is taken already.
    await new Promise((resolve) => other.once('error', resolve).listen(4500, '127.0.0.1', resolve));
    said.push((await services.startIdentityProvider(signal)).note);
    other.close();`;
  expect(await say(busy)).toEqual([expect.stringMatching(/^ on port (?!4500)\d+: another program has port 4500$/)]);
});

it('names the port that a service took when PORT is 0, which no program has', async () => {
  const database = await createTestDatabase();
  try {
    const started = `const settings = { DATABASE_URL: process.env.DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) };
      const { url, note } = await services.startService('call-events', { settings, brand: 'demo', signal });
      said.push(note.replace(new URL(url).port, 'N'));`;
    expect(await say(started, { DATABASE_URL: database.url, PORT: '0' })).toEqual([' on port N']);
  } finally {
    await database.drop();
  }
});

it.each([
  [{}, 'redis://x', 'start PostgreSQL, start Redis'],
  [{}, undefined, 'start PostgreSQL; there is no Redis'],
  [{ DATABASE_URL: 'postgresql://x' }, undefined, 'use PostgreSQL of DATABASE_URL; there is no Redis'],
  [
    { DATABASE_URL: 'postgresql://x', REDIS_URL: 'redis://x' },
    'redis://x',
    'use PostgreSQL of DATABASE_URL, use Redis of REDIS_URL',
  ],
  [{ REDIS_URL: 'redis://x' }, 'redis://x', 'start PostgreSQL, use Redis of REDIS_URL'],
])('with %j and Redis at %s, says of the stores: %s', async (environment, redis, sentence) => {
  const script = `import { describeStores } from '${program}';
    console.log(describeStores(${JSON.stringify({ REDIS_URL: redis })}));`;
  const { PATH } = process.env;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, ...environment } });
  expect(stdout).toBe(`${sentence}\n`);
});

it('says nothing of a store that it stops', async () => {
  expect(await say('')).toEqual([]);
});
