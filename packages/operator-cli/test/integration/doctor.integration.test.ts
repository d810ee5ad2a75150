import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createEmptyTestDatabase, createTestDatabase, createTestPool } from '@callside/database/testing';
import {
  builtService,
  type DemoIdentityProvider,
  RedisProcess,
  ServiceProcess,
  startIdentityProvider,
  startRedisCluster,
  startRedisWithSentinel,
} from '@callside/test-kit';
import { createClient } from 'redis';
import { runCallside } from '../../src/main.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

interface Check {
  check: string;
  status: string;
  message: string;
  hint: string | null;
}

const nowhere = 'http://127.0.0.1:1';
const setDefaultUser = (right: string) => ['ACL', 'SETUSER', 'default', right];

let bench: CommandBench;
let directory: string;
let redis: RedisProcess;
let recommender: ServiceProcess;
let provider: DemoIdentityProvider;
let good: Record<string, string>;
const broken = createServer((_, response) => response.writeHead(503).end());
let unavailable: string;

beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  directory = await mkdtemp(path.join(tmpdir(), 'callside-doctor-'));
  const issued = (await bench.json('key', 'issue', '--brand', 'acme', '--feature', 'recommender')) as { key: string };
  redis = await RedisProcess.reserve();
  [recommender, provider] = await Promise.all([
    ServiceProcess.start({ program: builtService('recommender'), settings: { DATABASE_URL: bench.url } }),
    startIdentityProvider({ people: [] }),
    redis.start(),
  ]);
  await once(broken.listen(0, '127.0.0.1'), 'listening');
  unavailable = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  good = {
    DATABASE_URL: bench.url,
    SESSION_SECRET: sessionSecret,
    REDIS_URL: redis.url,
    RECOMMENDER_URL: `http://127.0.0.1:${recommender.port}`,
    RECOMMENDER_KEY: issued.key,
    ...provider.settings,
  };
});
afterAll(async () => {
  broken.close();
  await Promise.all([recommender.stop(), provider.stop(), redis.kill()]);
  await rm(directory, { recursive: true });
  await bench.close();
});

async function run(args: string[], environment: Record<string, string>, aheadMs = 0) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const now = () => new Date(Date.now() + aheadMs);
  const localFile = path.join(directory, 'none.env');
  const code = await runCallside(['doctor', ...args], { environment, localFile, now, streams: { stdout, stderr } });
  stdout.end();
  stderr.end();
  const [output, errors] = await written;
  return { code, stdout: output, stderr: errors };
}

async function examine(change: Record<string, string>, aheadMs = 0) {
  const { code, stdout, stderr } = await run(['--json'], { ...good, ...change }, aheadMs);
  const report = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  expect(report.ok).toBe(code === 0);
  const failures = report.checks.filter(({ status }) => status === 'failed');
  expect(stderr).toBe(
    failures.length === 0 ? '' : `callside: ${failures.length} of ${report.checks.length} checks failed\n`,
  );
  return { code, checks: report.checks, failures };
}

describe('callside doctor on a good set-up', () => {
  it('prints one line for each check, without secrets, and exits with 0', async () => {
    const { code, stdout, stderr } = await run([], good);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual(
      ['settings', 'database', 'migrations', 'clock', 'redis', 'recommender', 'sign-in'].map((name) => `ok ${name}`),
    );
    for (const secret of [good.RECOMMENDER_KEY, provider.clientSecret, sessionSecret]) {
      expect(stdout).not.toContain(secret);
    }
  });

  it.each([
    ['Sentinel', startRedisWithSentinel],
    ['a cluster', startRedisCluster],
  ])(
    'checks Redis with %s',
    async (_name, startRedis) => {
      const deployment = await startRedis();
      try {
        const { code, checks } = await examine({ REDIS_URL: deployment.url });
        expect(checks.find(({ check }) => check === 'redis')).toMatchObject({ status: 'ok', hint: null });
        expect(code).toBe(0);
      } finally {
        await deployment.stop();
      }
    },
    120_000,
  );

  it('names the directory of models where one is set, also before the first model', async () => {
    const { checks } = await examine({ ARTIFACT_DIR: path.join(directory, 'models', 'first') });
    expect(checks.find(({ check }) => check === 'artifacts')).toMatchObject({ status: 'ok' });
    await expect(readdir(directory)).resolves.not.toContain('models');
  });

  it('does not take a link to nothing for a directory that is made with the first model', async () => {
    const link = path.join(directory, 'not-mounted');
    await symlink(path.join(directory, 'nothing'), link);
    const { checks } = await examine({ ARTIFACT_DIR: link });
    expect(checks.find(({ check }) => check === 'artifacts')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`ARTIFACT_DIR ${link} (ENOENT)`),
    });
  });

  it.each(['artifacts', path.join(tmpdir(), 'artifacts')])(
    'reads ARTIFACT_DIR %s as the recommender does',
    async (value) => {
      const file = path.join(directory, 'artifact-dir');
      await writeFile(file, value);
      const { checks } = await examine({ ARTIFACT_DIR_FILE: file });
      const expected = path.resolve(import.meta.dirname, '../../../..', value);
      expect(checks.find(({ check }) => check === 'artifacts')?.message).toContain(`ARTIFACT_DIR ${expected}`);
    },
  );

  it('skips what is not set up', async () => {
    const { code, stdout } = await run(['--json'], { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret });
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    expect(code).toBe(0);
    expect(checks.filter(({ status }) => status === 'skipped').map(({ check }) => check)).toEqual([
      'redis',
      'recommender',
      'sign-in',
    ]);
  });

  it('names a provider whose addresses are trusted, with the risk, and compares issuers as addresses', async () => {
    const file = path.join(directory, 'client');
    await writeFile(file, `${provider.clientSecret}\n`);
    await bench.json(
      ...['sign-in', 'set', '--brand', 'acme', '--issuer', `${provider.issuer}/`, '--trust-email'],
      ...['--client-id', 'callside', '--client-secret-file', file],
    );
    const { checks } = await examine({});
    await bench.database.query('DELETE FROM sign_in_providers');
    const [, own] = checks.filter(({ check }) => check === 'sign-in');
    expect(own).toMatchObject({ status: 'ok', message: expect.stringContaining('--trust-email: whoever can set') });
  });

  it('accepts migrations of a later release and names them', async () => {
    await bench.database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101_later', now())`,
    );
    const { code, checks } = await examine({});
    await bench.database.query(`DELETE FROM _prisma_migrations WHERE id = 'later'`);
    expect(code).toBe(0);
    expect(checks.find(({ check }) => check === 'migrations')?.message).toContain('99990101_later');
  });
});

describe('callside doctor on a broken set-up', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(bench.url);
    change(url);
    return url.href;
  };

  it.each<[string, () => Record<string, string>, string, RegExp, RegExp]>([
    [
      'no database',
      () => ({ DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/callside' }),
      'database',
      /cannot reach PostgreSQL at 127\.0\.0\.1:1/,
      /check DATABASE_URL/,
    ],
    [
      'a wrong password',
      () => ({ DATABASE_URL: changed((url) => Object.assign(url, { password: 's3cret' })) }),
      'database',
      /refuses the log-in/,
      /check DATABASE_URL/,
    ],
    [
      'a missing database',
      () => ({ DATABASE_URL: changed((url) => Object.assign(url, { pathname: '/nowhere' })) }),
      'database',
      /has no such database/,
      /create it/,
    ],
    [
      'a database that takes no writes',
      () => ({
        DATABASE_URL: changed((url) => url.searchParams.set('options', '-c default_transaction_read_only=on')),
      }),
      'database',
      /takes no writes/,
      /switch it off/,
    ],
    ['Redis down', () => ({ REDIS_URL: 'redis://:s3cret@127.0.0.1:1' }), 'redis', /127\.0\.0\.1:1/, /REDIS_URL/],
    [
      'an unavailable cluster',
      () => ({ REDIS_URL: 'redis+cluster://:s3cret@127.0.0.1:1,127.0.0.1:2' }),
      'redis',
      /127\.0\.0\.1:2/,
      /REDIS_URL/,
    ],
    [
      'Sentinel down',
      () => ({ REDIS_URL: 'redis+sentinel://:s3cret@127.0.0.1:1/primary' }),
      'redis',
      /127\.0\.0\.1:1/,
      /REDIS_URL/,
    ],
    [
      'a wrong recommender key',
      () => ({ RECOMMENDER_KEY: `cs_live_${randomBytes(20).toString('hex')}` }),
      'recommender',
      /refuses the key/,
      /callside key issue/,
    ],
    [
      'a recommender that cannot serve',
      () => ({ RECOMMENDER_URL: unavailable }),
      'recommender',
      /answers 503/,
      /\/health and its log say why/,
    ],
    ['no recommender', () => ({ RECOMMENDER_URL: nowhere }), 'recommender', /cannot be reached/, /start it/],
    ['an unreachable issuer', () => ({ OIDC_ISSUER: nowhere }), 'sign-in', /cannot be reached/, /OIDC_ISSUER/],
    [
      'an issuer of another name',
      () => ({ OIDC_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') }),
      'sign-in',
      /names itself "http:\/\/127/,
      /OIDC_ISSUER/,
    ],
    [
      'a directory of models that cannot be written',
      () => ({ ARTIFACT_DIR: '/dev/null/artifacts' }),
      'artifacts',
      /uid \d+ cannot write to ARTIFACT_DIR \/dev\/null\/artifacts/,
      /make it writable for the account/,
    ],
    [
      'a weak secret',
      () => ({ SESSION_SECRET: 'too s3cret' }),
      'settings',
      /SESSION_SECRET is not valid.*at least 32/,
      /restart/,
    ],
  ])('reports %s as one failed check, with what to do next', async (_what, change, check, message, hint) => {
    const { code, failures } = await examine(change());
    expect({ code, failed: failures.map((failure) => failure.check) }).toEqual({ code: 1, failed: [check] });
    const [failure] = failures;
    expect(failure?.message).toMatch(message);
    expect(failure?.hint).toMatch(hint);
    expect(JSON.stringify(failures)).not.toContain('s3cret');
  });

  it.each<[string, string[], string[], RegExp]>([
    ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], /READONLY/],
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], /OOM/],
    [
      'lets its user announce nothing',
      setDefaultUser('resetchannels'),
      setDefaultUser('allchannels'),
      /NOPERM.*channel/,
    ],
  ])('reports a Redis that %s, although it answers', async (_what, change, undo, message) => {
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.sendCommand(change);
    const { code, failures } = await examine({});
    await client.sendCommand(undo);
    client.destroy();
    expect({ code, failed: failures.map(({ check }) => check) }).toEqual({ code: 1, failed: ['redis'] });
    expect(failures[0]?.message).toMatch(message);
    expect(failures[0]?.hint).toBe('correct REDIS_URL, the rights of its user or maxmemory');
  });

  it('reports a recommender that serves another model than the published one, although it accepts the key', async () => {
    const problem = 'artifact 20261101T000000-00000000 is damaged; the unranked order serves instead';
    const health = { status: 'degraded', model: { status: 'impaired', artifact_version: 'none', problem } };
    const server = createServer(({ url }, response) =>
      url === '/health' ? response.end(JSON.stringify(health)) : response.writeHead(422).end('{}'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { code, failures } = await examine({
      RECOMMENDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    server.close();
    expect(code).toBe(1);
    expect(failures).toEqual([
      expect.objectContaining({
        check: 'recommender',
        message: expect.stringContaining(`does not serve the model that it should: ${problem}`),
        hint: expect.stringContaining('`callside model list`'),
      }),
    ]);
  });

  it('reports a published model whose files are damaged, before a recommender runs', async () => {
    const artifacts = path.join(directory, 'damaged');
    const version = '20261101T000000-00000000';
    await mkdir(path.join(artifacts, 'acme', version), { recursive: true });
    await writeFile(path.join(artifacts, 'acme', 'published.json'), JSON.stringify({ current: version, previous: [] }));
    const { code, failures } = await examine({ ARTIFACT_DIR: artifacts });
    expect(code).toBe(1);
    expect(failures).toEqual([
      expect.objectContaining({
        check: 'artifacts',
        message: expect.stringContaining(
          `the published model of acme cannot be served: manifest.json of artifact ${version} is missing`,
        ),
        hint: expect.stringContaining('callside model rollback --brand acme'),
      }),
    ]);
  });

  it.each([
    ['PORT', '70000'],
    ['BIND', 'http://x'],
    ['LOG_LEVEL', 'loud'],
    ['DRAIN_SECONDS', '61'],
    ['TEST_CALLS', 'yes'],
    ['RATE_LIMIT_REQUESTS_PER_MINUTE', '-1'],
    ['STOCK_REFRESH_SECONDS', '0'],
    ['STOCK_STALE_MINUTES', 'soon'],
    ['SERVICE_KEY_SHA256', 'abc'],
    ['TRANSCRIPTION_LEASE_SECONDS', '0'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
    ['OIDC_CLIENT_ID', ''],
    ['BRAND', 'nobody'],
  ])('reports %s=%s, with which a service would not start', async (name, value) => {
    const { code, failures } = await examine({ [name]: value });
    expect({ code, failed: failures.map(({ check }) => check) }).toEqual({ code: 1, failed: ['settings'] });
    expect(failures[0]?.message).toMatch(new RegExp(`^${name} `));
  });

  it.each([-60_000, 60_000])('reports a clock that is %i ms wrong', async (aheadMs) => {
    const { code, failures } = await examine({}, aheadMs);
    expect({ code, failed: failures.map(({ check }) => check) }).toEqual({ code: 1, failed: ['clock'] });
    expect(failures[0]?.message).toContain(aheadMs > 0 ? 'ahead of' : 'behind');
  });

  it('names the command that applies missing migrations', async () => {
    const empty = await createEmptyTestDatabase();
    const { code, failures } = await examine({ DATABASE_URL: empty.url });
    await empty.drop();
    expect({ code, failures }).toEqual({
      code: 1,
      failures: [expect.objectContaining({ check: 'migrations', hint: 'run `callside db migrate`' })],
    });
  });

  it('reports a database from before the first release', async () => {
    const early = await createTestDatabase();
    const pool = createTestPool(early.url, 1);
    await pool.query(`UPDATE _prisma_migrations SET migration_name = '20261121120000_call_events'`);
    const { code, failures } = await examine({ DATABASE_URL: early.url });
    await pool.end();
    await early.drop();
    expect({ code, failures }).toEqual({
      code: 1,
      failures: [
        expect.objectContaining({ check: 'migrations', message: expect.stringContaining('before the first release') }),
      ],
    });
  });

  it('names each bad setting and still makes the other checks', async () => {
    const { code, checks } = await examine({ DATABASE_URL: '', SESSION_SECRET: '' });
    expect(code).toBe(1);
    const settings = checks.filter(({ check }) => check === 'settings').map(({ message }) => message);
    expect(settings).toEqual([expect.stringMatching(/^DATABASE_URL/), expect.stringMatching(/^SESSION_SECRET/)]);
    expect(checks.find(({ check }) => check === 'redis')?.status).toBe('ok');
    expect(checks.find(({ check }) => check === 'clock')?.status).toBe('skipped');
  });

  it('names a key in use that expires soon, until another one replaces it', async () => {
    const issue = async (label: string, expiresIn: string) => {
      const of = ['--brand', 'acme', '--feature', 'call-events', '--label', label, '--expires-in', expiresIn];
      return (await bench.json('key', 'issue', ...of)) as { id: string };
    };
    const { id } = await issue('main dialler', '13d');
    await issue('nobody uses it', '13d');
    const { id: later } = await issue('later', '15d');
    await bench.database.query('UPDATE api_keys SET last_used_at = now() WHERE id = ANY($1)', [[id, later]]);
    const named = async () => (await examine({})).checks.filter(({ check }) => check === 'keys');
    const command = `\`callside key replace --brand acme --id ${id} --overlap 24h\` issues another one`;
    expect(await named()).toEqual([
      { check: 'keys', status: 'ok', message: expect.stringContaining('main dialler of acme'), hint: command },
    ]);
    await issue('main dialler', '90d');
    expect(await named()).toEqual([]);
  });

  it('reports each stored secret that cannot be decrypted', async () => {
    const file = path.join(directory, 'secret');
    await writeFile(file, `${good.RECOMMENDER_KEY}\n`);
    await bench.json('recommender', 'set', '--brand', 'acme', '--url', good.RECOMMENDER_URL!, '--key-file', file);
    await bench.json(
      ...['sign-in', 'set', '--brand', 'acme', '--issuer', nowhere],
      ...['--client-id', 'callside', '--client-secret-file', file],
    );
    for (const platform of ['twilio', 'vonage']) {
      await bench.json('integration', 'set', '--brand', 'acme', '--platform', platform, '--secret-file', file);
    }
    await bench.json('integration', 'set', '--brand', 'acme', '--platform', 'five9');
    await bench.json('feed', 'set', '--brand', 'acme', '--kind', 'stock', '--url', 'https://shop.example/stock.csv');
    const endpoint = (await bench.json(
      ...['endpoint', 'add', '--brand', 'acme', '--url', 'https://crm.example/in', '--events', 'call.ended'],
    )) as { id: string };
    const { failures } = await examine({ SESSION_SECRET: 'another session secret of 32 characters' });
    await bench.database.query('UPDATE endpoints SET off_at = now()');
    const off = (await examine({})).failures.filter(({ check }) => check === 'endpoints');
    await bench.database.query('DELETE FROM endpoints');
    await bench.database.query('DELETE FROM feeds');
    await bench.database.query('DELETE FROM recommender_connections');
    await bench.database.query('DELETE FROM sign_in_providers');
    await bench.database.query('DELETE FROM integrations');
    expect(failures.map(({ check, hint }) => [check, hint])).toEqual([
      ['recommender', 'restore SECRETS_KEY, or run `callside recommender set --brand acme` again'],
      ['sign-in', 'restore SECRETS_KEY, or correct it with `callside sign-in set --brand acme`'],
      ['integrations', 'restore SECRETS_KEY, or `callside integration set --brand acme --platform twilio`'],
      ['integrations', 'restore SECRETS_KEY, or `callside integration set --brand acme --platform vonage`'],
      ['feeds', expect.stringContaining('callside feed set --brand acme --kind stock')],
      ['endpoints', expect.stringContaining(`callside endpoint remove --brand acme --id ${endpoint.id}`)],
    ]);
    expect(off.map(({ message }) => message)).toEqual(['crm.example of acme failed for a day and is off']);
  });
});
