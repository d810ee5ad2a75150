import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

let bench: CommandBench;
let directory: string;
let keyFile: string;
let key: string;

beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  directory = await mkdtemp(path.join(tmpdir(), 'callside-key-'));
  keyFile = path.join(directory, 'recommender.key');
  key = (await issue('acme', 'recommender')).key;
  await writeFile(keyFile, `${key}\n`);
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await bench.close();
});

const issue = async (brand: string, feature: string, ...options: string[]) =>
  (await bench.json('key', 'issue', '--brand', brand, '--feature', feature, ...options)) as { id: string; key: string };
const run = (command: string, ...args: string[]) =>
  bench.run('recommender', command, '--brand', 'acme', '--json', ...args);
const read = async (...args: [string, ...string[]]) => JSON.parse((await run(...args)).stdout) as unknown;

it('sets, shows and removes the recommender of a brand, and never shows its key', async () => {
  expect(await read('show')).toEqual({ brand: 'acme', url: null, updated_at: null, source: null });
  const set = await run('set', '--url', 'https://offers.acme.example/', '--key-file', keyFile);
  expect(JSON.parse(set.stdout)).toEqual({ brand: 'acme', url: 'https://offers.acme.example' });
  const shown = await run('show');
  expect(JSON.parse(shown.stdout)).toMatchObject({ url: 'https://offers.acme.example' });
  const [row] = await bench.database.query<{ key_sealed: string }>('SELECT key_sealed FROM recommender_connections');
  for (const text of [set.stdout, set.stderr, shown.stdout, row?.key_sealed]) expect(text).not.toContain(key);
  const nothing = { brand: 'acme', url: null, source: null };
  expect(await read('remove')).toEqual({ ...nothing, removed: true });
  expect(await read('remove')).toEqual({ ...nothing, removed: false });
  const actions = (await bench.readAudit()).filter(({ action }) => action.startsWith('recommender.'));
  expect(actions.map(({ action, detail }) => [action, detail])).toEqual([
    ['recommender.set', { url: 'https://offers.acme.example' }],
    ['recommender.remove', {}],
  ]);
});

it('names the recommender of the environment, which stays when that of the brand is removed', async () => {
  const url = 'https://usual.example';
  const environment = {
    DATABASE_URL: bench.url,
    SESSION_SECRET: sessionSecret,
    RECOMMENDER_URL: url,
    RECOMMENDER_KEY: key,
  };
  const within = (command: string, brand: string, ...args: string[]) =>
    runCallside(['recommender', command, '--brand', brand, ...args], environment);
  const usual = { url, source: 'environment' };
  expect(JSON.parse((await within('show', 'acme', '--json')).stdout)).toEqual({
    brand: 'acme',
    updated_at: null,
    ...usual,
  });
  expect((await within('show', 'acme')).stdout).toContain(`${url}, which RECOMMENDER_URL and RECOMMENDER_KEY`);
  await run('set', '--url', 'https://offers.acme.example', '--key-file', keyFile);
  expect(JSON.parse((await within('show', 'acme', '--json')).stdout)).toMatchObject({ source: 'brand' });
  const removed = await within('remove', 'acme', '--json');
  expect(JSON.parse(removed.stdout)).toEqual({ brand: 'acme', removed: true, ...usual });
  const { stdout } = await within('remove', 'acme');
  expect(stdout).toContain(
    `acme had no recommender of its own. Reps still see offers from ${url}, which RECOMMENDER_URL`,
  );
  expect(stdout).not.toContain('no offers any more');
  await createBrand(bench, 'initech');
  expect((await within('remove', 'initech')).stdout).toBe('initech had no recommender of its own\n');
});

it('refuses an invalid address, and a file without a key', async () => {
  const wrong = [
    'offers',
    'https://a:b@offers.example',
    'https://offers.example/?a=b',
    'https://offers.example/recommend/',
  ];
  for (const url of wrong) expect((await run('set', '--url', url, '--key-file', keyFile)).code).toBe(2);
  const empty = path.join(directory, 'empty');
  await writeFile(empty, '');
  for (const file of [empty, path.join(directory, 'missing')]) {
    const { code, stdout } = await run('set', '--url', 'https://offers.acme.example', '--key-file', file);
    expect(code).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toHaveProperty('error');
  }
});

it('refuses a key that the recommender would refuse, without showing it', async () => {
  await createBrand(bench, 'globex');
  const revoked = await issue('acme', 'recommender');
  await bench.json('key', 'revoke', '--brand', 'acme', '--id', revoked.id);
  const expired = await issue('acme', 'recommender', '--expires-in', '1h');
  await bench.database.query("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [expired.id]);
  const keys: [string, string][] = [
    ['cs_live_0123456789abcdef0123456789abcdef01234567', 'is no key of acme'],
    [(await issue('globex', 'recommender')).key, 'is no key of acme'],
    [(await issue('acme', 'call-events')).key, 'is for call-events, not for recommender'],
    [revoked.key, 'is revoked'],
    [expired.key, 'has expired'],
  ];
  const file = path.join(directory, 'wrong.key');
  for (const [wrong, problem] of keys) {
    await writeFile(file, wrong);
    const { code, stdout, stderr } = await run('set', '--url', 'https://offers.acme.example', '--key-file', file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`the key in the file ${problem}`) });
    expect(stdout + stderr).not.toContain(wrong);
  }
  expect(await read('show')).toMatchObject({ url: null });
});
