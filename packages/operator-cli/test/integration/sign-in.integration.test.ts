import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecretBox } from '@callside/auth';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

const secret = 'the secret of the client';
let bench: CommandBench;
let directory: string;
let file: string;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  directory = await mkdtemp(path.join(tmpdir(), 'callside-sign-in-'));
  file = path.join(directory, 'client.secret');
  await writeFile(file, `${secret}\n`);
});
afterAll(async () => {
  await bench.close();
  await rm(directory, { recursive: true });
});

const set = (issuer: string, secretFile = file) => [
  ...['sign-in', 'set', '--brand', 'acme', '--issuer', issuer],
  ...['--client-id', 'callside', '--client-secret-file', secretFile],
];
const issuer = 'https://login.acme.example/realms/acme';
const provider = { brand: 'acme', issuer, client_id: 'callside', trust_email: false, updated_at: expect.any(String) };

it('stores the provider with an encrypted secret, shows it without, and records it in the audit log', async () => {
  const stored = await bench.run(...set(issuer), '--json');
  expect(JSON.parse(stored.stdout)).toEqual(provider);
  const shown = await bench.run('sign-in', 'show', '--brand', 'acme', '--json');
  expect(JSON.parse(shown.stdout)).toEqual(provider);
  const text = await bench.run('sign-in', 'show', '--brand', 'acme');
  expect(text.stdout).toContain(`acme signs in at ${issuer} as the client callside`);
  const audit = (await bench.readAudit()).filter(({ action }) => action === 'sign-in.set');
  expect(audit).toMatchObject([{ slug: 'acme', detail: { issuer, client_id: 'callside', trust_email: false } }]);
  const rows = await bench.database.query<{ client_secret_sealed: string }>('SELECT * FROM sign_in_providers', []);
  expect(JSON.stringify([stored, shown, text, audit, rows])).not.toContain(secret);
  const box = createSecretBox({ secrets: [sessionSecret] });
  expect(rows.map(({ client_secret_sealed }) => box.open(client_secret_sealed))).toEqual([secret]);
});

it('replaces the provider', async () => {
  await bench.json(...set('http://localhost:4300'));
  expect(await bench.json('sign-in', 'show', '--brand', 'acme')).toMatchObject({ issuer: 'http://localhost:4300' });
});

it.each(['http://login.acme.example', 'login.acme.example', ''])('refuses the issuer %p', async (bad) => {
  expect(await bench.run(...set(bad), '--json')).toMatchObject({ code: 2 });
});

it('refuses a file that is missing or empty', async () => {
  const empty = path.join(directory, 'empty');
  await writeFile(empty, '\n');
  for (const bad of [empty, path.join(directory, 'nothing')]) {
    expect(await bench.run(...set(issuer, bad), '--json')).toMatchObject({ code: 1 });
  }
});

it('trusts addresses that are not verified only when asked, until the provider is set again', async () => {
  expect(await bench.json(...set(issuer), '--trust-email')).toMatchObject({ trust_email: true });
  const { stdout } = await bench.run('sign-in', 'show', '--brand', 'acme');
  expect(stdout).toContain('addresses that it does not call verified are trusted');
  const audit = (await bench.readAudit()).filter(({ action }) => action === 'sign-in.set');
  expect(audit.at(-1)).toMatchObject({ detail: { trust_email: true } });
  expect(await bench.json(...set(issuer))).toMatchObject({ trust_email: false });
});

it.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/Organizations/v2.0',
  'https://login.microsoftonline.com/consumers/v2.0',
  'https://login.microsoftonline.com//common/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://login.microsoftonline.com/{tenantid}/v2.0',
  'https://sts.windows.net/common/',
])('does not trust the addresses of %s, which has accounts of everybody', async (shared) => {
  expect(await bench.run(...set(shared), '--trust-email', '--json')).toMatchObject({ code: 2 });
  expect(await bench.run(...set(shared), '--json', '--dry-run')).toMatchObject({ code: 0 });
});

it('binds a user to an account, and takes it from another user', async () => {
  await bench.json(...set(issuer), '--trust-email');
  const bind = (email: string, ...more: string[]) =>
    bench.json('user', 'bind', '--brand', 'acme', '--email', email, '--subject', 'account 1', ...more);
  for (const [name, role] of [
    ['ann', 'owner'],
    ['bob', 'rep'],
  ] as const) {
    const email = `${name}@acme.example`;
    await bench.json('user', 'add', '--brand', 'acme', '--email', email, '--name', name, '--role', role);
    expect(await bind(email)).toMatchObject({ email, role, issuer, subject: 'account 1' });
  }
  const bound = 'SELECT email, sign_in_issuer FROM users WHERE bound_by_operator ORDER BY email';
  expect(await bench.database.query(bound, [])).toEqual([{ email: 'bob@acme.example', sign_in_issuer: issuer }]);
  // As the service compares it.
  const other = { issuer: 'https://other.example' };
  expect(await bind('ann@acme.example', '--issuer', 'https://OTHER.example:443/')).toMatchObject(other);
  expect(await bench.database.query(bound, [])).toHaveLength(2);
  const audit = (await bench.readAudit()).filter(({ action }) => action === 'user.bind');
  expect(audit[0]).toMatchObject({ detail: { email: 'ann@acme.example', issuer, subject: 'account 1' } });
  expect(await bench.run('user', 'bind', '--brand', 'acme', '--email', 'x@y.example', '--sub', 'a')).toMatchObject({
    code: 1,
  });
});

it('removes the provider once, and records it in the audit log', async () => {
  await bench.json(...set(issuer));
  const remove = () => bench.json('sign-in', 'remove', '--brand', 'acme');
  expect(await remove()).toEqual({ brand: 'acme', removed: true });
  expect(await bench.json('sign-in', 'show', '--brand', 'acme')).toMatchObject({ issuer: null });
  expect(await bench.database.query('SELECT FROM sign_in_providers', [])).toEqual([]);
  expect(await remove()).toEqual({ brand: 'acme', removed: false });
  const audit = (await bench.readAudit()).filter(({ action }) => action === 'sign-in.remove');
  expect(audit).toMatchObject([{ slug: 'acme', detail: { issuer, client_id: 'callside' } }]);
  expect(await bench.run('sign-in', 'remove', '--brand', 'nobody', '--json')).toMatchObject({ code: 1 });
});

it('shows that a brand has no provider of its own', async () => {
  await createBrand(bench, 'other');
  const none = { brand: 'other', issuer: null, client_id: null, trust_email: null, updated_at: null };
  expect(await bench.json('sign-in', 'show', '--brand', 'other')).toEqual(none);
  const { code, stdout } = await bench.run('sign-in', 'show', '--brand', 'other');
  expect(code).toBe(0);
  expect(stdout).toContain('other has no identity provider of its own');
});
