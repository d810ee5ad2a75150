import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Deployment, deploy } from './support/deployment.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

const program = `
import { CallsideError, DiallerClient, RepConnection } from '@callside/client';

const { BASE_URL: baseUrl, API_KEY: apiKey, REP_TOKEN: token, AGENT: agent_email } = process.env;
const dialler = new DiallerClient({ baseUrl, apiKey });
const call = { agent_email, callReference: 'packed' };
const started = await dialler.callStarted({ ...call, phone_number: '+14155552671' });
const shown = await new Promise((resolve) => {
  const connection = new RepConnection({
    baseUrl,
    token,
    onChange: (view) => {
      if (view.call === null) return;
      connection.stop();
      resolve(view.call.phone_number);
    },
    onUnauthorized: () => resolve('unauthorized'),
  });
  connection.start();
});
const ended = await dialler.callEnded(call);
const refused = await new DiallerClient({ baseUrl, apiKey: apiKey.replace(/.$/, '!') }).callEnded(call).catch((error) => error);
console.log(JSON.stringify({ started, shown, ended, refused: refused instanceof CallsideError && refused.status }));
process.exit(0);
`;

const typed = `
import { DiallerClient, RecommenderClient, RepConnection, type RepView } from '@callside/client';

const options = { baseUrl: 'https://events.brand.example', apiKey: 'key' };
export async function start(): Promise<boolean> {
  const answer = await new DiallerClient(options).callStarted({
    agent_email: 'rep@brand.example',
    phone_number: '+14155552671',
  });
  return answer.duplicate;
}
// @ts-expect-error A call that starts has a number.
export const wrong = new DiallerClient(options).callStarted({ agent_email: 'rep@brand.example' });
export const offers = new RecommenderClient(options).recommend({ phone: '+14155552671', num_items: 3 });
export const name: Promise<string> = offers.then(({ recommendation_id }) => recommendation_id);
export const desk = new RepConnection({ token: 'token', onChange: (view: RepView) => view.call, onUnauthorized: () => {} });
`;

const desk = `
import '@callside/client/desk-element';

document.createElement('callside-desk').getToken = async () => 'token';
`;

const tsconfig = {
  compilerOptions: {
    module: 'node16',
    moduleResolution: 'node16',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['typed.ts', 'desk.ts'],
};

let deployment: Deployment;
let folder: string;
let app: string;

beforeAll(async () => {
  [deployment, folder] = await Promise.all([deploy(), mkdtemp(path.join(tmpdir(), 'callside-client-'))]);
  app = path.join(folder, 'app');
  const written = path.join(folder, 'package');
  // Also fails when the API is not that of the report.
  await run(process.execPath, [path.join(root, 'packages/client/write-package.mjs'), '--out', written]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: written });
  await mkdir(app);
  await writeFile(path.join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  const tarball = path.join(folder, JSON.parse(stdout)[0].filename);
  // Its dependencies are those of the workspace, so that the test needs no registry.
  const dependencies = ['client/node_modules/socket.io-client', 'schemas/node_modules/zod'].map(
    (link) => `file:${path.join(root, 'packages', link)}`,
  );
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball, ...dependencies], { cwd: app });
});

afterAll(async () => {
  await deployment.close();
  await rm(folder, { recursive: true, force: true });
});

test('the packed client runs in plain JavaScript outside the workspace', async () => {
  await writeFile(path.join(app, 'program.mjs'), program);
  const { stdout } = await run(process.execPath, ['program.mjs'], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      BASE_URL: deployment.url,
      API_KEY: deployment.key,
      REP_TOKEN: await deployment.token('tab'),
      AGENT: deployment.rep.email,
    },
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual({
    started: expect.objectContaining({ accepted: true, duplicate: false, agent_resolved: true }),
    shown: '+14155552671',
    ended: expect.objectContaining({ accepted: true, call_active: true }),
    refused: 401,
  });
  const rows = await deployment.query("SELECT event_id FROM call_events WHERE event_id LIKE 'packed:%' ORDER BY id");
  expect(rows).toEqual([{ event_id: 'packed:call-started:1' }, { event_id: 'packed:call-ended:1' }]);
});

test('its types are complete for moduleResolution node16', async () => {
  await writeFile(path.join(app, 'typed.ts'), typed);
  await writeFile(path.join(app, 'desk.ts'), desk);
  await writeFile(path.join(app, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiler = path.join(
    path.dirname(createRequire(import.meta.filename).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const { stdout } = await run(process.execPath, [compiler, '-p', '.'], { cwd: app }).catch((failure) => failure);
  expect(stdout).toBe('');
});
