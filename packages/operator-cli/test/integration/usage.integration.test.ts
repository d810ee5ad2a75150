import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { runCallside as runInProcess } from '../../src/main.ts';
import { runCallside, runCallsideProcess } from '../support/callside.ts';

const unreachable = { DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/callside' };

/** One readable line: no stack trace, no password. */
function expectOneLine(stderr: string): void {
  expect(stderr).toMatch(/^callside: [^\n]+\n$/);
  expect(stderr).not.toMatch(/s3cret|\bat .*:\d+:\d+/);
}

describe('help', () => {
  it('is shown on stderr with exit code 2 when no command is given', async () => {
    const runs = await Promise.all([runCallsideProcess([], {}), runCallsideProcess(['brand'], {})]);
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Usage: callside');
    }
    const { code, stdout, stderr } = await runCallsideProcess(['--json'], {});
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, error: { code: 'usage' } });
    expect(stderr).toContain('Usage: callside');
  });

  it('explains each exit code', async () => {
    const { stdout } = await runCallside(['--help'], {});
    for (const code of ['0', '1', '2', '78', '130']) expect(stdout).toMatch(new RegExp(`^ +${code} +\\w`, 'm'));
  });

  it.each([['--help'], ['brand', 'create', '--help'], ['user', 'import', '-h'], ['help', 'key']])(
    'is shown on stdout with exit code 0 for %s %s %s',
    async (...args) => {
      const { code, stdout, stderr } = await runCallside(
        args.filter((arg) => arg !== undefined),
        {},
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: callside');
      if (!args.includes('help')) expect(stdout).toMatch(/Examples?:\n {2}callside/);
    },
  );

  it.each([['--help'], ['--version'], ['help brand']])('of %s that cannot be written is exit code 1', async (args) => {
    const program = join(import.meta.dirname, '../../bin/callside.mjs');
    const run = promisify(execFile)('sh', ['-c', `"$0" "$1" ${args} > /dev/full`, process.execPath, program]);
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ENOSPC') });
  });

  it.each([[['help', 'brand', 'create']], [['brand', 'help', 'create']], [['--json', 'help', 'brand', 'create']]])(
    'of a command of a group is that of its --help: %j',
    async (args) => {
      expect(await runCallside(args, {})).toEqual(await runCallside(['brand', 'create', '--help'], {}));
    },
  );

  it.each([
    [['help', 'brnd'], 'brnd'],
    [['brnd', '--help'], 'brnd'],
    [['help', 'brnd', 'create'], 'brnd'],
    [['help', 'brand', 'crate'], 'crate'],
    [['brand', 'crate', '-h'], 'crate'],
    [['brand', 'help', 'crate'], 'crate'],
  ])('of an unknown command is wrong usage that names the nearest command: %j', async (args, unknown) => {
    const { code, stdout, stderr } = await runCallside(args, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectOneLine(stderr);
    expect(stderr).toContain(`unknown command '${unknown}' (Did you mean `);
  });

  it('shows defaults of times as they can be given', async () => {
    for (const [command, shown] of [
      [['feed', 'set'], 'default: 15m'],
      [['certify'], 'default: 60s'],
    ] as const) {
      expect((await runCallside([...command, '--help'], {})).stdout).toContain(shown);
    }
  });
});

describe('wrong usage', () => {
  const brand = ['brand', 'create', '--slug', 'acme', '--name', 'Acme', '--country', 'US', '--host', 'acme.example'];
  const replace = (option: string, value: string) => brand.map((arg, at) => (brand[at - 1] === option ? value : arg));

  it.each([
    ['an unknown command', ['brnd', 'list'], 'Did you mean brand?'],
    ['an unknown subcommand', ['brand', 'lst'], 'Did you mean list?'],
    ['an unknown option', ['brand', 'list', '--jsn'], 'Did you mean --json?'],
    ['a missing option', ['key', 'list'], "required option '--brand <slug>' not specified"],
    ['a missing argument', ['user', 'import', '--brand', 'acme'], "missing required argument 'file'"],
    ['an argument too many', ['brand', 'list', 'acme'], 'too many arguments'],
    ['a slug that paths cannot hold', replace('--slug', 'Acme Inc'), 'lower-case letters, digits and hyphens'],
    ['a slug that the services use', replace('--slug', 'health'), 'use this word in their own paths'],
    ['a country that there is not', replace('--country', 'ZZ'), 'alpha-2'],
    ['a host that is an address', replace('--host', 'https://acme.example/'), 'a host name alone'],
    ['an empty name', replace('--name', ' '), 'must not be empty'],
    ['a companion without a token', ['companion'], 'one of --token and --token-file'],
    ['a companion with two tokens', ['companion', '--token', 'a', '--token-file', 'b'], 'cannot be used with'],
    ['a companion with an empty token', ['companion', '--token', ' '], 'must not be empty'],
    ['a companion of no service', ['companion', '--token', 'a', '--url', 'acme'], 'such as https://calls.example.com'],
    [
      'a companion whose token would be sent unencrypted',
      ['companion', '--token', 'a', '--url', 'http://calls.acme.example'],
      'tokens would reach calls.acme.example unencrypted',
    ],
    [
      'a bridge whose key would be sent unencrypted',
      ['bridge', 'asterisk', '--key-file', 'a', '--user', 'b', '--secret-file', 'c', '--url', 'http://10.0.0.5:4100'],
      'would reach 10.0.0.5 unencrypted',
    ],
    ['a sample rate of nothing', ['companion', '--token', 'a', '--sample-rate', '0'], 'from 1000 to 192000'],
    ['a simulation in no brand', ['simulate'], "required option '--brand <slug>' not specified"],
    ['a number of reps that is none', ['simulate', '--brand', 'a', '--reps', '2.5'], 'a whole number from 1 to 1000'],
    ['a rate of nothing', ['simulate', '--brand', 'a', '--rate', '0'], 'a number from 0.1 to 10000'],
    ['a simulation at no address', ['simulate', '--brand', 'a', '--url', 'acme'], 'such as https://calls.example.com'],
    ['an address without @', ['user', 'add', '--brand', 'acme', '--name', 'R', '--email', 'rep'], 'must be an address'],
    [
      'an unknown role',
      ['user', 'add', '--brand', 'a', '--name', 'R', '--email', 'r@a.b', '--role', 'boss'],
      'Allowed choices are rep, lead, auditor, owner',
    ],
    [
      'an unknown feature',
      ['key', 'issue', '--brand', 'acme', '--feature', 'all'],
      'Allowed choices are call-events, recommender',
    ],
    [
      'an expiry in no unit',
      ['key', 'issue', '--brand', 'a', '--feature', 'recommender', '--expires-in', '90'],
      'such as 90d',
    ],
    [
      'an unknown audience',
      ['token', 'issue', '--brand', 'a', '--email', 'r@a.b', '--audience', 'rep'],
      'Allowed choices are tab, companion, api',
    ],
  ])('is %s: exit code 2 and one line', async (_what, args, reason) => {
    const { code, stdout, stderr } = await runCallside([...args, '--json'], unreachable);
    expect(code).toBe(2);
    expectOneLine(stderr);
    expect(stderr).toContain(reason);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'usage', message: expect.stringContaining(reason), hint: expect.stringContaining('--help') },
    });
  });

  it.each([
    [['--jsn'], '`callside --help` lists the commands'],
    [['brand', 'lst'], '`callside brand --help` lists the commands'],
    [['key'], '`callside key --help` lists the commands'],
    [['key', 'list'], '`callside key list --help` explains the command'],
    [['brand', 'update', '--brand', 'a', '--country', 'ZZ'], '`callside brand set --help` explains the command'],
    [['companion'], '`callside companion --help` explains the command'],
  ])('names the help of the command that was reached: %j', async (args, hint) => {
    const { stdout } = await runCallside([...args, '--json'], {});
    expect(JSON.parse(stdout).error.hint).toBe(hint);
  });

  it('prints nothing on stdout without --json', async () => {
    const { code, stdout, stderr } = await runCallside(['brand', 'lst'], unreachable);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectOneLine(stderr);
  });
});

describe('the version', () => {
  it('is printed without other text, and as one JSON value with --json', async () => {
    const [plain, json] = await Promise.all([
      runCallsideProcess(['--version'], {}),
      runCallsideProcess(['--version', '--json'], {}),
    ]);
    expect(plain).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), stderr: '' });
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ version: plain.stdout.trim() });
  });
});

describe('a failure', () => {
  it.each([
    [
      'an unavailable server',
      'unavailable',
      unreachable.DATABASE_URL,
      'cannot reach PostgreSQL at 127.0.0.1:1; start it or check DATABASE_URL (`npm start` starts one for a trial)',
    ],
    [
      'a wrong password',
      'database',
      urlWith((url) => Object.assign(url, { password: 's3cret' })),
      'refuses the log-in; check DATABASE_URL',
    ],
    [
      'a missing database',
      'database',
      urlWith((url) => Object.assign(url, { pathname: '/callside_nowhere' })),
      'has no such database',
    ],
  ])('is %s: exit code 1, one line, and one JSON value with --json', async (_what, kind, url, reason) => {
    const [plain, json] = await Promise.all([
      runCallside(['brand', 'list'], { DATABASE_URL: url }),
      runCallside(['brand', 'list', '--json'], { DATABASE_URL: url }),
    ]);
    expect(plain).toMatchObject({ code: 1, stdout: '' });
    expectOneLine(plain.stderr);
    expect(plain.stderr).toContain(reason);
    expect(json).toMatchObject({ code: 1, stderr: plain.stderr });
    const { error } = JSON.parse(json.stdout) as { error: { message: string; hint: string } };
    expect(error).toEqual({ code: kind, message: expect.any(String), hint: expect.any(String) });
    expect(plain.stderr).toBe(`callside: ${error.message}; ${error.hint}\n`);
  });

  it.each([
    [
      'a bad setting',
      'mysql://root:s3cret@localhost/x',
      'DATABASE_URL is not valid: must be a postgres:// URL. Example: ',
    ],
    ['a missing setting', unreachable.DATABASE_URL, 'SESSION_SECRET is not set'],
  ])('is %s: exit code 78', async (_what, url, reason) => {
    const token = ['token', 'issue', '--brand', 'a', '--email', 'r@a.b', '--json'];
    const { code, stdout, stderr } = await runCallside(token, {
      DATABASE_URL: url,
      ...(reason.startsWith('SESSION') ? {} : { SESSION_SECRET: 'x'.repeat(32) }),
    });
    expect(code).toBe(78);
    expectOneLine(stderr);
    expect(stderr).toContain(reason);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'setting', message: expect.stringContaining(reason), hint: null },
    });
  });

  it.each([
    ['--token-file', 'read', [], 'no such file; give the path of a file with a token'],
    ['--frames', 'read', ['--token', 'a'], 'no such file'],
    ['--transcript', 'read', ['--token', 'a'], 'no such file'],
    ['--keep', 'write', ['--token', 'a'], 'no such directory'],
  ])('is a missing file, which the message names together with its option: %s', async (option, use, more, reason) => {
    const { code, stdout, stderr } = await runCallside(['companion', ...more, option, '/nowhere/a.wav', '--json'], {});
    expect(code).toBe(1);
    expectOneLine(stderr);
    expect(stderr).toContain(`cannot ${use} /nowhere/a.wav (${option}): there is ${reason}`);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'file' } });
  });

  function urlWith(change: (url: URL) => URL): string {
    return change(new URL(process.env.DATABASE_URL!)).href;
  }
});

describe('the database address', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'callside-env-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function run(args: string[], environment: Record<string, string>, localEnv?: string) {
    const localFile = join(directory, 'local.env');
    if (localEnv !== undefined) await writeFile(localFile, localEnv);
    const stderr = new PassThrough();
    const code = await runInProcess(args, { environment, localFile, streams: { stdout: new PassThrough(), stderr } });
    return { code, stderr: String(stderr.read() ?? '') };
  }

  it('is requested with and without --json when it is missing', async () => {
    const { code, stderr } = await run(['brand', 'list'], {});
    expect(code).toBe(78);
    expectOneLine(stderr);
    expect(stderr).toMatch(/set DATABASE_URL.* or run `npm start`/);
  });

  it('comes from the file of npm start when the environment has none', async () => {
    const { stderr } = await run(
      ['brand', 'list'],
      { DATABASE_URL: '' },
      'DATABASE_URL="postgresql://u@127.0.0.1:1/local"\n',
    );
    expect(stderr).toContain('cannot reach PostgreSQL at 127.0.0.1:1');
  });

  it('is not said to be missing when the file of npm start cannot be read', async () => {
    await mkdir(join(directory, 'local.env'));
    const { code, stderr } = await run(['brand', 'list'], {});
    expect(code).toBe(1);
    expect(stderr).toBe(
      `callside: cannot read ${join(directory, 'local.env')}: it is a directory; use the account of \`npm start\`, or set DATABASE_URL\n`,
    );
  });

  it('the database address from the environment takes precedence over the file', async () => {
    const { stderr } = await run(
      ['brand', 'list'],
      { DATABASE_URL: 'postgresql://u@127.0.0.1:2/x' },
      'DATABASE_URL=postgresql://u@127.0.0.1:1/x',
    );
    expect(stderr).toContain('cannot reach PostgreSQL at 127.0.0.1:2');
  });

  it("does not use the local installation's secret", async () => {
    const token = ['token', 'issue', '--brand', 'acme', '--email', 'rep@acme.example'];
    const secret = `SESSION_SECRET=${'x'.repeat(32)}`;
    const elsewhere = await run(token, { DATABASE_URL: 'postgresql://u@127.0.0.1:1/x' }, secret);
    expect(elsewhere.stderr).toContain('SESSION_SECRET is not set');
    const local = await run(token, {}, `${secret}\nDATABASE_URL=postgresql://u@127.0.0.1:1/x`);
    expect(local.stderr).toContain('cannot reach PostgreSQL');
  });
});

describe('the address of call-events', () => {
  it.each([
    ['is refused when tokens would be sent unencrypted', 'http://calls.acme.example', 'must begin with https://'],
    ['is refused when it is no address', 'calls.acme.example', 'must be an http:// or https:// URL'],
  ])('of the environment %s', async (_rule, address, reason) => {
    const companion = ['companion', '--token', 'a'];
    const bridge = ['bridge', 'asterisk', '--key-file', 'a', '--user', 'b', '--secret-file', 'c'];
    for (const command of [companion, bridge]) {
      const { code, stderr } = await runCallside(command, { CALL_EVENTS_URL: address });
      expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringMatching(`CALL_EVENTS_URL .*${reason}`) });
      expectOneLine(stderr);
    }
  });
});

describe('a current directory that was deleted', () => {
  it('is said to be the reason, with exit code 1', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'callside-deleted-'));
    const program = join(import.meta.dirname, '../../bin/callside.mjs');
    const script = 'rmdir "$PWD" && exec "$0" "$@"';
    const attempt = promisify(execFile)('sh', ['-c', script, process.execPath, program, 'brand', 'list', '--json'], {
      cwd: directory,
    });
    const error = { code: 'failed', message: 'the current directory does not exist', hint: 'change to another one' };
    await expect(attempt).rejects.toMatchObject({
      code: 1,
      stdout: `${JSON.stringify({ error })}\n`,
      stderr: 'callside: the current directory does not exist; change to another one\n',
    });
  });
});

describe('the command before it is built', () => {
  it('explains how to build it, with exit code 1', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'callside-unbuilt-'));
    await cp(join(import.meta.dirname, '../../bin'), join(directory, 'bin'), { recursive: true });
    const attempt = promisify(execFile)(process.execPath, [join(directory, 'bin/callside.mjs'), 'brand', 'list']);
    await expect(attempt).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'callside: not built yet; run `npm run setup` first\n',
    });
    await rm(directory, { recursive: true });
  });
});
