import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readLocalEnv, writeLocalEnv } from './local-env.mjs';
import { root } from './project.mjs';

const brand = 'demo';
const reps = [
  { email: 'rep@demo.example', name: 'Robin Rep', role: 'rep' },
  { email: 'owner@demo.example', name: 'Olive Owner', role: 'owner' },
];

/** Migrates and creates what is missing of the demo brand, with the command that operators use. */
export async function seedDemo(settings) {
  const callside = commandWith(settings);
  await callside('db', 'migrate');
  const brands = await callside('brand', 'list');
  if (!brands.some(({ slug }) => slug === brand)) {
    const hosts = ['--host', 'localhost', '--host', '127.0.0.1'];
    await callside('brand', 'create', '--slug', brand, '--name', 'Demo', '--country', 'US', ...hosts);
    for (const { email, name, role } of reps) {
      await callside('user', 'add', '--brand', brand, '--email', email, '--name', name, '--role', role, '--active');
    }
  }
  const [{ email }] = reps;
  const { token } = await callside('token', 'issue', '--brand', brand, '--email', email, '--ttl', '12h');
  return { brand, email, token, key: await demoKey(callside) };
}

/** A key is shown once; the demo's is kept beside its database, so that a second start can show it again. */
async function demoKey(callside) {
  const dataDir = path.join(root, '.data');
  const { DEMO_KEY, DEMO_KEY_ID } = await readLocalEnv(dataDir);
  const keys = await callside('key', 'list', '--brand', brand);
  if (keys.some(({ id, revoked_at }) => id === DEMO_KEY_ID && revoked_at === null)) return DEMO_KEY;
  const { id, key } = await callside(
    'key',
    'issue',
    '--brand',
    brand,
    '--feature',
    'call-events',
    '--label',
    'demo dialler',
  );
  await writeLocalEnv(dataDir, { DEMO_KEY: key, DEMO_KEY_ID: id });
  return key;
}

function commandWith(settings) {
  const main = path.join(root, 'packages/operator-cli/bin/callside.mjs');
  return async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
      cwd: root,
      env: { ...process.env, ...settings },
    });
    return JSON.parse(stdout);
  };
}
