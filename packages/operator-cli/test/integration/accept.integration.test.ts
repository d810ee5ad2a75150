import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import type { AcceptReport } from '../../src/accept/report.ts';
import { startCallside } from '../support/callside.ts';
import { type CommandBench, createCommandBench, sessionSecret } from '../support/command-bench.ts';
import { type Tampering, TamperingProxy } from '../support/tampering-proxy.ts';

const agent = 'rep@acme.example';
const limitMs = 180_000;

let bench: CommandBench;
let directory: string;
const services: ServiceProcess[] = [];
let urls: { events: string; recommender: string };
let keys: { events: string; recommender: string };
let tokens: string[];

beforeAll(async () => {
  bench = await createCommandBench();
  directory = await mkdtemp(path.join(tmpdir(), 'callside-accept-'));
  const brand = ['--brand', 'acme'];
  await bench.json('brand', 'create', '--slug', 'acme', '--name', 'Acme', '--country', 'US', '--host', '127.0.0.1');
  await bench.json('user', 'add', ...brand, '--email', agent, '--name', 'Robin', '--role', 'owner', '--active');
  const issue = async (feature: string) =>
    Object(await bench.json('key', 'issue', ...brand, '--feature', feature)).key as string;
  keys = { events: await issue('call-events'), recommender: await issue('recommender') };
  tokens = [];
  for (const audience of ['tab', 'companion', 'api']) {
    const issued = await bench.json('token', 'issue', ...brand, '--email', agent, '--audience', audience);
    tokens.push(Object(issued).token);
  }
  await importShop();
  const settings = { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret, ARTIFACT_DIR: directory };
  services.push(
    ...(await Promise.all(
      (['call-events', 'recommender'] as const).map((app) =>
        ServiceProcess.start({ program: builtService(app), settings }),
      ),
    )),
  );
  const [events = '', recommender = ''] = services.map(({ port }) => `http://127.0.0.1:${port}`);
  urls = { events, recommender };
  await until('the recommender serves', async () => (await fetch(`${recommender}/health`)).ok);
}, limitMs);

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await rm(directory, { recursive: true, force: true });
  await bench.close();
});

/** Twelve products in stock. Anybody may be offered a size of letters, and what is no ring and has no size. */
async function importShop(): Promise<void> {
  const kinds = [
    { type: 'ring', size: '7' },
    { type: 'T-shirt', size: 'M' },
    { type: 'Ring box', size: '' },
  ];
  const products = Array.from({ length: 12 }, (_, at) => ({ sku: 501 + at, ...kinds[at % kinds.length] }));
  const files = {
    catalog: [
      'sku,title,web_price,article_type,size',
      ...products.map(({ sku, type, size }) => `${sku},Product ${sku},49.90,${type},${size}`),
    ],
    stock: ['sku,on_hand', ...products.map(({ sku }) => `${sku},5`)],
  };
  for (const [kind, lines] of Object.entries(files)) {
    const file = path.join(directory, `${kind}.csv`);
    await writeFile(file, `${lines.join('\n')}\n`);
    await bench.json(kind, 'import', file, '--brand', 'acme');
  }
}

interface Target {
  events?: string;
  recommender?: string;
  more?: readonly string[];
}

async function accept({ events = urls.events, recommender = urls.recommender, more = everything() }: Target = {}) {
  const to = ['--url', events, '--key', keys.events, '--agent', agent, '--recommender-url', recommender];
  const { code, stdout, stderr } = await bench.run(
    ...['accept', ...to, '--recommender-key', keys.recommender, ...more, '--json'],
  );
  for (const secret of [keys.events, keys.recommender, ...tokens]) expect(stdout + stderr).not.toContain(secret);
  return { code, stderr, report: JSON.parse(stdout) as AcceptReport };
}

const everything = () => ['--brand', 'acme', ...tokens.flatMap((token) => ['--token', token])];
const failedChecks = ({ checks }: AcceptReport) =>
  checks.filter(({ status }) => status === 'failed').map(({ check }) => check);

describe('against both services', () => {
  it(
    'every check passes, and nothing is left behind',
    async () => {
      const { code, stderr, report } = await accept();
      expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect({ code, passed: report.passed, not_kept: report.not_kept, left: report.left }).toEqual({
        ...{ code: 0, passed: true, not_kept: [], left: [] },
      });
      expect(report.not_checked.length).toBeGreaterThan(0);
      expect(report.not_checked.map(({ reason }) => reason)).not.toContain('');
      expect(stderr).toContain(`Writes to ${urls.events} as ${report.run}`);
      const { query } = bench.database;
      expect(await query('SELECT 1 FROM calls WHERE ended_at IS NULL')).toEqual([]);
      expect(await query('SELECT 1 FROM transcription_sessions WHERE finalized_at IS NULL')).toEqual([]);
      expect(await query('SELECT 1 FROM purchases WHERE voided_at IS NULL')).toEqual([]);
      expect(await query('SELECT 1 FROM call_events WHERE event_id NOT LIKE $1', [`${report.run}-%`])).toEqual([]);
    },
    limitMs,
  );

  it(
    'lists the sentences that it has no token for, and does not check what a brand without recordings cannot show',
    async () => {
      const record = (by: string) => bench.json('brand', 'set', '--brand', 'acme', '--recording', by);
      await record('nobody');
      try {
        const [tab = '', companion = ''] = tokens;
        const { code, report } = await accept({ more: ['--token', tab, '--token', companion] });
        expect({ code, failed: failedChecks(report) }).toEqual({ code: 0, failed: [] });
        const reasons = new Map(report.not_checked.map(({ id, reason }) => [id, reason]));
        expect(reasons.get('ce-endpoints-6')).toBe('nobody records the calls of the brand');
        expect(reasons.get('ce-session-3')).toContain('for the API');
        expect(reasons.get('ce-auth-5')).toContain('operator');
      } finally {
        await record('companion');
      }
    },
    limitMs,
  );
});

it('ends its call and says what it has not checked when it is interrupted', async () => {
  const args = ['accept', '--url', urls.events, '--key', keys.events, '--agent', agent, '--json'];
  const { child, ended } = startCallside(args, {});
  const liveCalls = () => bench.database.query('SELECT 1 FROM calls WHERE ended_at IS NULL');
  await until('a call is live', async () => (await liveCalls()).length > 0);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  const report = JSON.parse(stdout) as AcceptReport;
  expect({ code, passed: report.passed, live: await liveCalls() }).toEqual({ code: 130, passed: true, live: [] });
  expect(report.checks.at(-1)).toMatchObject({ status: 'skipped', message: 'the run was interrupted' });
});

/** What broken installations do, the checks that must fail for it, and one of the sentences that are then not kept. */
const installations: [string, [string, Tampering, string[], string][]][] = [
  [
    'knows no retry and refuses keys in its own way',
    [
      [
        'does not recognise a retry',
        ({ json }) => (json.duplicate === true ? { duplicate: false } : {}),
        ['retry', 'retry-of-start', 'id-unique-per-brand', 'resend', 'resend-with-code', 'call-id-ignored'],
        'ce-request-11',
      ],
      [
        'answers a refused key with 403',
        ({ status }) => (status === 401 ? { status: 403 } : {}),
        ['key-required', 'key-before-body', 'key-not-in-url', 'recommender-key-required', 'key-of-one-feature'],
        'ce-auth-1',
      ],
    ],
  ],
  [
    'leaks and offers too much',
    [
      [
        'names its fields to a stranger',
        ({ status }) => (status === 401 ? { hint: 'agent_email is required' } : {}),
        ['key-before-body'],
        'ce-errors-7',
      ],
      [
        'accepts bare numbers as customer_id',
        ({ request }) => (/"customer_id":7[,}]/.test(request) ? { status: 200, accepted: true } : {}),
        ['customer-code-type'],
        'ce-request-9',
      ],
      [
        'returns the id of the call',
        ({ json }) => (json.accepted === true ? { call_id: 7 } : {}),
        ['internal-id-hidden'],
        'ce-service-7',
      ],
      [
        'says that an unknown agent is on a call',
        ({ json }) => (json.agent_resolved === false ? { call_active: true } : {}),
        ['unknown-agent'],
        'ce-response-9',
      ],
      [
        'offers a ring to anybody',
        ({ json: { recommendations } }) => (Array.isArray(recommendations) ? withRings(recommendations) : {}),
        ['size-gate'],
        're-recommend-4',
      ],
      [
        'takes list prices for revenue',
        ({ json }) => (json.matched_revenue === null ? { matched_revenue: 49.9 } : {}),
        ['purchase-skus', 'purchase-sku-alone', 'purchase-not-offered', 'purchase-lines-add-only'],
        're-confirm-9',
      ],
      [
        'takes every sale for a conversion',
        ({ json }) => (json.converted === false ? { converted: true } : {}),
        ['purchase-not-offered'],
        're-confirm-6',
      ],
    ],
  ],
];

function withRings(offers: readonly object[]) {
  const recommendations = offers.map((offer) => ({ ...offer, article_type: 'Silver ring', size: 7 }));
  return { recommendations, recommendation: recommendations[0] ?? null };
}

describe('against an installation that', () => {
  it.each(installations)(
    '%s',
    async (_what, faults) => {
      const tamper: Tampering = (passing) => Object.assign({}, ...faults.map(([, one]) => one(passing)));
      const [events, recommender] = await Promise.all([
        TamperingProxy.start(urls.events, tamper),
        TamperingProxy.start(urls.recommender, tamper),
      ]);
      try {
        const { code, stderr, report } = await accept({ events: events.url, recommender: recommender.url, more: [] });
        expect(code).toBe(1);
        expect(failedChecks(report).toSorted()).toEqual(
          [...new Set(faults.flatMap(([, , names]) => names))].toSorted(),
        );
        const broken = report.not_kept.map(({ id }) => id);
        expect(faults.filter(([, , , sentence]) => !broken.includes(sentence)).map(([fault]) => fault)).toEqual([]);
        expect(stderr).toContain(`${broken.length} sentences are not kept`);
      } finally {
        await Promise.all([events.stop(), recommender.stop()]);
      }
    },
    limitMs,
  );
});

describe('does not begin', () => {
  const begin = (...changed: string[]) =>
    bench.run('accept', '--url', urls.events, '--key', keys.events, '--agent', agent, ...changed, '--json');
  const trigger = (event: string) =>
    fetch(`${urls.events}/call-events/${event}`, {
      method: 'POST',
      headers: { 'x-api-key': keys.events },
      body: JSON.stringify({ agent_email: agent, phone_number: '+14155550199' }),
    });

  it.each([
    ['with a key that is refused', () => ['--key', `cs_live_${'0'.repeat(40)}`], 'refuses the key'],
    ['at an address of no brand', () => ['--url', urls.events.replace('127.0.0.1', 'localhost')], 'of no brand'],
    ['for an unknown agent', () => ['--agent', 'nobody@acme.example'], 'no active user'],
    ['with a token that the service refuses', () => ['--token', (tokens[0] ?? '').slice(0, -4)], 'gets no state'],
  ])('%s', async (_what, changed, reason) => {
    const { code, stdout } = await begin(...changed());
    expect({ code, message: JSON.parse(stdout).error.message }).toEqual({
      code: 1,
      message: expect.stringContaining(reason),
    });
  });

  it.each([
    ['without a token', () => []],
    ['with one', () => ['--token', tokens[0] ?? '']],
  ])('while the rep is on a call, %s, and leaves the call alone', async (_what, changed) => {
    await trigger('call-started');
    try {
      const { code, stdout } = await begin(...changed());
      expect({ code, ...JSON.parse(stdout).error }).toMatchObject({ code: 'conflict' });
      expect(await bench.database.query('SELECT 1 FROM calls WHERE ended_at IS NULL')).toHaveLength(1);
    } finally {
      await trigger('call-ended');
    }
  });

  it('with one half of the recommender', async () => {
    expect((await begin('--recommender-url', urls.recommender)).code).toBe(2);
  });

  it('with a token of no audience', async () => {
    expect((await begin('--token', 'none')).code).toBe(2);
  });
});
