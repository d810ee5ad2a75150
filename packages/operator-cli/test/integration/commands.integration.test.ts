import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { leavesOf, readCommandTree, type TreeNode } from '../../src/command-tree.ts';
import { createSettings } from '../../src/env.ts';
import { createProgram } from '../../src/program.ts';
import { runCallside } from '../support/callside.ts';

// Every command is tried, also one that is added later.

const program = createProgram({
  settings: createSettings({ environment: {}, localFile: '/nowhere' }),
  streams: { stdout: new PassThrough(), stderr: new PassThrough() },
  json: false,
  now: () => new Date(0),
});
const commands = leavesOf(readCommandTree(program)).map((node) => [node.path, node] as const);
const directory = mkdtempSync(path.join(tmpdir(), 'callside-commands-'));
const file = path.join(directory, 'one.csv');
writeFileSync(file, 'a-key-or-a-secret-of-the-test\n');
afterAll(() => rmSync(directory, { recursive: true }));

/** A valid value for each required option and argument. */
const samples: Readonly<Record<string, string>> = {
  '--alias': 'SIP/1001',
  '--arms': 'holdout:10,current:90',
  '--agent': 'rep@acme.example',
  '--brand': 'acme',
  '--client-id': 'callside',
  '--client-secret-file': file,
  '--country': 'US',
  '--days': '90',
  '--email': 'rep@acme.example',
  '--events': 'call.started',
  '--feature': 'recommender',
  '--host': 'acme.example',
  '--id': '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
  '--key': 'cs_live_0123456789abcdef0123456789abcdef01234567',
  '--issuer': 'https://login.acme.example',
  '--key-file': file,
  '--name': 'acme',
  '--out': directory,
  '--overlap': '1h',
  '--platform': 'twilio',
  '--secret-file': file,
  '--shop': 'shopify',
  '--slug': 'acme',
  '--subject': 'account-1',
  '--user': 'callside',
  '--url': 'http://127.0.0.1:1',
  '--word': 'ring',
  event: 'call-started',
  file,
  version: '20261121T180000-0a1b2c3d',
};

/** Options that a command needs although they are not required one by one. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  'brand set': ['--name', 'Acme'],
  'brand words set': ['--de', 'Ring'],
  'feed set': ['--allow-private'],
  companion: ['--token', 'x', '--url', 'http://127.0.0.1:1', '--once'],
  'integration set': ['--secret-file', file],
  'customer erase': ['--phone', '+14155552671'],
  'customer objection set': ['--phone', '+14155552671'],
  'customer objection clear': ['--phone', '+14155552671'],
  'rules set': ['--sku', '101', '--rank', '1'],
  'user set': ['--role', 'rep'],
};

/** These print their own result when the database is unavailable, or do not need it. */
const withoutError = ['doctor'];

/** These retry without end; separate tests cover their errors. */
const endless = ['companion', 'bridge asterisk'];

function sampleArguments({ path, command }: TreeNode): string[] {
  const sample = (name: string) => {
    const value = samples[name];
    if (value === undefined) throw new Error(`add a sample of ${name} of callside ${path} to this test`);
    return value;
  };
  const required = command.options.filter(({ mandatory }) => mandatory);
  const operands = command.registeredArguments.filter((argument) => argument.required);
  return [
    ...path.split(' '),
    ...operands.map((argument) => argument.argChoices?.[0] ?? sample(argument.name())),
    ...required.flatMap(({ long, argChoices }) => [long ?? '', argChoices?.[0] ?? sample(long ?? '')]),
    ...(alsoNeeded[path] ?? []),
  ];
}

const environment = {
  DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/callside',
  SESSION_SECRET: 'a session secret of more than 32 characters',
  // The sample of an address is of this machine.
  ENDPOINTS_ALLOW_PRIVATE: 'true',
};

function expectError(stdout: string): { code: string } {
  const value = JSON.parse(stdout) as { error: { code: string; message: string } };
  expect(Object.keys(value)).toEqual(['error']);
  expect(Object.keys(value.error)).toEqual(['code', 'message', 'hint']);
  expect(value.error.message).not.toBe('');
  return value.error;
}

describe('with --json', () => {
  it.each(commands)('callside %s prints wrong usage as one JSON value', async (path) => {
    const { code, stdout, stderr } = await runCallside([...path.split(' '), '--no-such-option', '--json'], environment);
    expect(code).toBe(2);
    expect(expectError(stdout).code).toBe('usage');
    expect(stderr).toMatch(/^callside: [^\n]+\n$/);
  });

  const failing = commands.filter(([path]) => ![...withoutError, ...endless].includes(path));
  it.each(failing)('callside %s prints a failure as one JSON value', async (_path, node) => {
    const { code, stdout, stderr } = await runCallside([...sampleArguments(node), '--json'], environment);
    expect(code).toBe(1);
    expect(expectError(stdout).code).not.toBe('internal');
    expect(stdout + stderr).not.toContain('s3cret');
  });
});

describe('--dry-run', () => {
  const isWithout = ({ options }: Command) => options.every(({ long }) => long !== '--dry-run');

  it.each(
    commands.filter(
      ([path]) =>
        // An imported model is stored and measured; nothing serves it before it is published.
        path !== 'model import' &&
        /(^| )(import|set|remove|revoke|erase|deactivate|replace|rollback|publish)$/.test(path),
    ),
  )('callside %s has it', (_, { command }) => {
    expect(isWithout(command)).toBe(false);
  });
});
