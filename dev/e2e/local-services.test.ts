import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// The stores that `npm start` starts.

const program = pathToFileURL(path.join(__dirname, '../../scripts/lib/local-services.mjs')).href;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'callside-local-services-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Runs `act` with the services, and returns what was said of programs that ended. */
async function say(act: string): Promise<unknown> {
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
  const env = { ...process.env, REDIS_URL: '', OIDC_ISSUER: '' };
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

it('says nothing of a store that it stops', async () => {
  expect(await say('')).toEqual([]);
});
