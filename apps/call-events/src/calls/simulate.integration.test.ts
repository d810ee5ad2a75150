import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy } from '../../test/support/deployment.ts';
import { addBrand, addHost, type TestBrand } from '../../test/support/organisations.ts';
import { Simulation, type SimulationReport } from '../../test/support/simulation.ts';

const secret = 'a session secret of more than 32 characters';

let database: TestDatabase;
let deployment: Deployment;
let servers: ServiceProcess[];
let brand: TestBrand;

beforeAll(async () => {
  database = await createTestDatabase();
  deployment = await deploy({ databaseUrl: database.url, settings: { SESSION_SECRET: secret } });
  servers = await Promise.all([deployment.start(), deployment.start()]);
  brand = await addBrand(deployment);
  await addHost(deployment, brand, '127.0.0.1');
});
afterAll(async () => {
  await deployment.close();
  await database.drop();
});

function start(...args: string[]): Simulation {
  const urls = servers.flatMap(({ port }) => ['--url', `http://127.0.0.1:${port}`]);
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: secret };
  return new Simulation(['--brand', brand.slug, ...urls, ...args], settings);
}

async function run(...args: string[]): Promise<{ code: number | null; report: SimulationReport; stderr: string }> {
  const simulation = start(...args, '--json');
  const code = await simulation.ended();
  if (simulation.stdout === '') throw new Error(`callside simulate printed nothing: ${simulation.stderr}`);
  return { code, report: JSON.parse(simulation.stdout), stderr: simulation.stderr };
}

/** The data that the run has left in the brand. */
async function leftBy(name: string) {
  const [users, keys, live, audit] = await Promise.all([
    deployment.query<{ status: string }>('SELECT DISTINCT status FROM users WHERE email LIKE $1', [`${name}-rep-%`]),
    deployment.query<{ revoked: boolean }>(
      'SELECT revoked_at IS NOT NULL AS revoked FROM api_keys WHERE label LIKE $1',
      [`%${name}`],
    ),
    deployment.query<{ id: string }>('SELECT id FROM calls WHERE agent_email LIKE $1 AND ended_at IS NULL', [
      `${name}-rep-%`,
    ]),
    deployment.query<{ action: string }>('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [name]),
  ]);
  return { users, keys, live: live.length, audit: audit.map(({ action }) => action) };
}

const takenBack = {
  users: [{ status: 'deactivated' }],
  keys: [{ revoked: true }],
  live: 0,
  audit: ['simulate.start', 'simulate.end'],
};

describe('callside simulate', () => {
  it('prints counts and latencies of calls over two servers, and removes what it created', async () => {
    const { code, report, stderr } = await run('--reps', '4', '--calls', '12', '--rate', '40');
    const { sent, answered, tabs, latency_ms } = report;
    expect({ code, answered }).toMatchObject({ code: 0, answered: { accepted: sent.events, failed: 0 } });
    expect([sent.by_event['call-started'], sent.by_event['call-ended']]).toEqual([12, 12]);
    expect(new Set(tabs.map(({ url }) => url))).toEqual(new Set(report.servers));
    const [{ events } = { events: 0 }] = await deployment.query<{ events: number }>(
      'SELECT count(*)::int AS events FROM call_events WHERE agent_email LIKE $1',
      [`${report.run}-rep-%`],
    );
    expect(events).toBe(sent.events);
    for (const rep of new Set(tabs.map((tab) => tab.rep))) {
      const heard = tabs.filter((tab) => tab.rep === rep).map(({ events_heard }) => events_heard);
      expect(new Set(heard).size).toBe(1);
    }
    for (const measured of Object.values(latency_ms)) {
      expect(measured.count).toBeGreaterThan(0);
      expect(measured.p50).toBeLessThanOrEqual(measured.p99);
    }
    expect(await leftBy(report.run)).toEqual(takenBack);
    // A step is named when it takes long.
    expect(stderr).toMatch(/sending events|deactivating reps/);
  });

  it('removes everything when it is interrupted', async () => {
    const simulation = start('--reps', '2', '--calls', '1000', '--rate', '20', '--json');
    const runs = () =>
      deployment.query<{ subject: string }>(
        `SELECT DISTINCT agent_email AS subject FROM call_events WHERE agent_email LIKE 'sim-%' AND received_at > $1`,
        [startedAt],
      );
    const [{ at: startedAt } = { at: new Date() }] = await deployment.query<{ at: Date }>(
      'SELECT clock_timestamp() AS at',
    );
    await until('events arrive', async () => (await runs()).length === 2);
    const [name = ''] = (await runs()).map(({ subject }) => subject.replace(/-rep-.*/, ''));
    simulation.interrupt();
    expect(await simulation.ended()).toBe(130);
    expect(JSON.parse(simulation.stdout)).toMatchObject({ error: { code: 'interrupted' } });
    expect(simulation.stderr).toMatch(new RegExp(`callside: ${name} was interrupted; .*\\n$`));
    expect(await leftBy(name)).toEqual(takenBack);
  });

  it.each([
    ['an address of another brand', ['--url', 'http://localhost:1'], 'is no address of'],
    ['an address that does not answer', ['--url', 'http://127.0.0.1:1'], 'does not answer'],
  ])('does not start with %s', async (_what, args, reason) => {
    const simulation = new Simulation(['--brand', brand.slug, ...args], {
      DATABASE_URL: database.url,
      SESSION_SECRET: secret,
    });
    expect(await simulation.ended()).toBe(1);
    expect(simulation.stdout).toBe('');
    expect(simulation.stderr).toMatch(/^callside: [^\n]*\n$/);
    expect(simulation.stderr).toContain(reason);
  });

  it('does not continue if the secret differs from that of the service', async () => {
    const url = `http://127.0.0.1:${servers[0]?.port}`;
    const settings = { DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) };
    const simulation = new Simulation(['--brand', brand.slug, '--url', url, '--reps', '1'], settings);
    expect(await simulation.ended()).toBe(1);
    expect(simulation.stderr).toContain('SESSION_SECRET and DATABASE_URL must be those of the service');
    const [{ status } = { status: null }] = await deployment.query<{ status: string }>(
      `SELECT status FROM users WHERE email LIKE 'sim-%' ORDER BY created_at DESC LIMIT 1`,
    );
    expect(status).toBe('deactivated');
  });
});
