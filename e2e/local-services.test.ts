import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// The stores that `npm start` starts.

const program = pathToFileURL(path.join(__dirname, '../scripts/lib/local-services.mjs')).href;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'callside-local-services-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Starts Redis alone, does what `act` says with its socket, and returns what was said of the store. */
async function say(act: string): Promise<unknown> {
  const script = `
    import { connect } from 'node:net';
    import { createLocalServices } from '${program}';
    const said = [];
    let hasEnded;
    const ended = new Promise((resolve) => { hasEnded = resolve; });
    const onStoreEnded = (...told) => hasEnded(said.push(told));
    const services = createLocalServices({ dataDir: ${JSON.stringify(dataDir)}, onStoreEnded });
    // The stores do not keep this process running.
    const awake = setInterval(() => {}, 1_000);
    const { REDIS_URL } = await services.startStores(new AbortController().signal);
    const { port, password } = new URL(REDIS_URL);
    ${act}
    await services.stop();
    clearInterval(awake);
    console.log(JSON.stringify(said));`;
  const env = { ...process.env, REDIS_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
  return JSON.parse(stdout);
}

it('says that a store has ended by itself, with its log', async () => {
  const shutDown = String.raw`connect(Number(port), '127.0.0.1').end('AUTH ' + password + '\r\nSHUTDOWN NOSAVE\r\n');`;
  expect(await say(`${shutDown} await ended;`)).toEqual([['Redis', path.join(dataDir, 'redis.log')]]);
});

it('says nothing of a store that it stops', async () => {
  expect(await say('')).toEqual([]);
});
