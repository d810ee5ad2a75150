import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { deploy } from './support/deployment.ts';

// The call that `npm start` places, and the companion that records it.

const scripts = path.join(import.meta.dirname, '../../scripts/lib');
const program = pathToFileURL(path.join(scripts, 'demo-call.mjs')).href;

it('ends with one error, and waits for no tab, when the start of the call is refused', async () => {
  const { url: baseUrl, key, rep, token, close } = await deploy();
  try {
    const demo = { baseUrl, key, email: rep.email, token: await token('tab') };
    const script = `
      import { placeDemoCall } from '${program}';
      const { fetch } = globalThis;
      globalThis.fetch = (url, options) =>
        url.endsWith('/call-started') ? Response.json({ detail: 'no' }, { status: 503 }) : fetch(url, options);
      process.on('exit', () => console.log('ended'));
      await placeDemoCall(${JSON.stringify(demo)}).catch(({ message }) => console.log(message));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe(`${baseUrl}/call-events/call-started was answered 503: {"detail":"no"}\nended\n`);
  } finally {
    await close();
  }
});

it('is recorded by the companion, which confirms a pause, and of which is said that it was killed', async () => {
  const { url: baseUrl, key, rep, token, close } = await deploy();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'callside-demo-call-'));
  try {
    const demo = { baseUrl, key, email: rep.email, token: await token('tab') };
    const settings = { CALL_EVENTS_URL: baseUrl, DEMO_COMPANION_TOKEN: await token('companion') };
    const script = `
      import { execFileSync } from 'node:child_process';
      import { pauseDemoCall, placeDemoCall } from '${program}';
      import { createLocalServices } from '${pathToFileURL(path.join(scripts, 'local-services.mjs')).href}';
      const awake = setInterval(() => {}, 1_000);
      let hasEnded;
      const ended = new Promise((resolve) => { hasEnded = resolve; });
      const services = createLocalServices({ dataDir: ${JSON.stringify(dataDir)}, onEnded: hasEnded });
      await services.startCompanion({ settings: ${JSON.stringify(settings)}, signal: new AbortController().signal });
      const { message } = await placeDemoCall(${JSON.stringify(demo)});
      const pause = await pauseDemoCall(${JSON.stringify(demo)});
      const companion = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'companion.mjs']);
      process.kill(Number(companion), 'SIGKILL');
      console.log(JSON.stringify([message.state.call.phone_number, pause.confirmedAfterMs > 0, await ended]));
      await services.stop();
      clearInterval(awake);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const sentence = `The demo companion was ended by SIGKILL. Its log: ${path.join(dataDir, 'demo-companion.log')}`;
    expect(JSON.parse(stdout)).toEqual(['+14155552671', true, sentence]);
  } finally {
    await rm(dataDir, { recursive: true });
    await close();
  }
});

it('is not paused where the dialler records: nobody would confirm it', async () => {
  const { url: baseUrl, key, rep, token, query, close } = await deploy();
  try {
    await query(`UPDATE brands SET recording_by = 'dialler'`, []);
    const demo = { baseUrl, key, email: rep.email, token: await token('tab') };
    const script = `
      import { pauseDemoCall } from '${program}';
      console.log(await pauseDemoCall(${JSON.stringify(demo)}));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe('null\n');
  } finally {
    await close();
  }
});
