import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecretBox } from '@callside/auth';
import { type Adapter, findAdapter, isAddressSigned } from '@callside/dialler-adapters';
import { runCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

const secret = 'the auth token of the account';
const vonage = findAdapter('vonage') as Adapter;
let bench: CommandBench;
let directory: string;
let file: string;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  directory = await mkdtemp(path.join(tmpdir(), 'callside-integration-'));
  file = path.join(directory, 'auth-token.txt');
  await writeFile(file, `${secret}\n`);
});
afterAll(async () => {
  await bench.close();
  await rm(directory, { recursive: true });
});

const run = (command: string, ...args: string[]) => bench.run('integration', command, '--brand', 'acme', ...args);
const twilio = ['--platform', 'twilio'];

it('stores the secret encrypted, prints the address, lists without the secret, and removes', async () => {
  const set = await run('set', ...twilio, '--secret-file', file, '--json');
  expect([set.code, JSON.parse(set.stdout)]).toEqual([
    0,
    { platform: 'twilio', url: 'https://acme.example/integrations/twilio' },
  ]);
  const rows = await bench.database.query<{ secret_sealed: string }>('SELECT * FROM integrations', []);
  expect(createSecretBox({ secrets: [sessionSecret] }).open(rows[0]?.secret_sealed ?? '')).toBe(secret);

  const listed = await run('list', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([
    {
      platform: 'twilio',
      url: 'https://acme.example/integrations/twilio',
      authentication: 'signature',
      support: 'verified',
      updated_at: expect.any(String),
    },
  ]);
  const table = await run('list');
  expect(table.stdout).toContain('https://acme.example/integrations/twilio');

  const removed = await run('remove', ...twilio, '--json');
  expect(JSON.parse(removed.stdout)).toEqual({ platform: 'twilio', removed: true });
  expect(JSON.parse((await run('list', '--json')).stdout)).toEqual([]);
  const audit = (await bench.readAudit()).filter(({ action }) => action.startsWith('integration.'));
  expect(audit).toMatchObject([
    { action: 'integration.set', slug: 'acme', detail: { platform: 'twilio', signed: true } },
    { action: 'integration.remove', slug: 'acme', detail: { platform: 'twilio' } },
  ]);
  expect(JSON.stringify([set, listed, table, removed, audit, rows])).not.toContain(secret);
});

it('prints the address of an agent, with a token where the platform does not sign the address', async () => {
  await bench.database.query('DELETE FROM integrations', []);
  const addressOf = async (...args: string[]) => {
    const { code, stdout } = await run('set', ...args, '--json');
    expect(code).toBe(0);
    return new URL(JSON.parse(stdout).url).searchParams;
  };
  const ofAgent = ['--platform', 'vonage', '--agent', 'ann+us@acme.example', '--customer', '447700900123'];
  const first = await addressOf(...ofAgent, '--secret-file', file);
  expect(isAddressSigned({ query: first }, vonage, secret)).toBe(true);
  expect([first.get('agent'), first.get('customer')]).toEqual(['ann+us@acme.example', '447700900123']);
  const audited = (await bench.readAudit()).length;
  expect((await addressOf(...ofAgent)).toString()).toBe(first.toString());
  expect(await bench.readAudit()).toHaveLength(audited);
  expect((await addressOf(...twilio, '--secret-file', file, '--agent', 'robin')).toString()).toBe('agent=robin');
  expect((await addressOf('--platform', 'five9', '--agent', 'robin')).toString()).toBe('agent=robin');
  await bench.database.query('DELETE FROM integrations', []);
});

it('replaces the secret when it is set again', async () => {
  await run('set', ...twilio, '--secret-file', file);
  const other = path.join(directory, 'other.txt');
  await writeFile(other, 'a newer token');
  await run('set', ...twilio, '--secret-file', other);
  const rows = await bench.database.query<{ secret_sealed: string }>('SELECT * FROM integrations', []);
  expect(rows.map((row) => createSecretBox({ secrets: [sessionSecret] }).open(row.secret_sealed))).toEqual([
    'a newer token',
  ]);
});

it('set --dry-run prints the address and keeps the secret that is stored', async () => {
  await run('set', ...twilio, '--secret-file', file);
  const stored = () => bench.database.query<{ secret_sealed: string }>('SELECT * FROM integrations', []);
  const before = await stored();
  const other = path.join(directory, 'rehearsed.txt');
  await writeFile(other, 'a token that is not stored');
  const planned = await run('set', ...twilio, '--secret-file', other, '--dry-run', '--json');
  const url = 'https://acme.example/integrations/twilio';
  expect(JSON.parse(planned.stdout)).toEqual({ platform: 'twilio', url, dry_run: true });
  expect(await stored()).toEqual(before);
});

it('prints the scheme and the port of PUBLIC_URL', async () => {
  const environment = { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret, PUBLIC_URL: 'http://localhost:4100' };
  const args = ['integration', 'set', '--brand', 'acme', ...twilio, '--secret-file', file, '--json'];
  expect(JSON.parse((await runCallside(args, environment)).stdout)).toMatchObject({
    url: 'http://acme.example:4100/integrations/twilio',
  });
});

it.each([
  ['a platform that signs without its secret', ['set', ...twilio], 2, 'its secret is missing'],
  ['a customer without an agent', ['set', ...twilio, '--customer', 'to'], 2, '--customer is of the calls of an agent'],
  ['an address before the secret', ['set', '--platform', 'vonage', '--agent', 'robin'], 2, 'its secret is missing'],
  ['an unknown platform', ['set', '--platform', 'telex'], 2, 'It must be one of twilio'],
  [
    'a missing secret file',
    ['set', ...twilio, '--secret-file', '/nowhere'],
    1,
    'cannot read /nowhere (--secret-file): there is no such file',
  ],
  ['the removal of a missing integration', ['remove', '--platform', 'twilio'], 1, 'has no integration with twilio'],
])('refuses %s', async (_what, [command = '', ...args], exitCode, message) => {
  await bench.database.query('DELETE FROM integrations', []);
  const { code, stdout } = await run(command, ...args, '--json');
  expect({ code, message: JSON.parse(stdout).error.message }).toEqual({
    code: exitCode,
    message: expect.stringContaining(message),
  });
});
