import { createSecretBox } from '@callside/auth';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  await createBrand(bench, 'other');
});
afterAll(() => bench.close());

const url = 'https://crm.example.com/callside?token=hush';
const acme = ['--brand', 'acme'];
const add = (...args: string[]) => bench.run('endpoint', 'add', ...acme, '--json', ...args);

it('adds, lists, sends again and removes an endpoint, on record without its address', async () => {
  const added = Object(
    await bench.json('endpoint', 'add', ...acme, '--url', url, '--events', 'call.completed, call.started'),
  );
  expect(added).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
  const [stored] = await bench.database.query<{ secret_sealed: string }>('SELECT secret_sealed FROM endpoints');
  expect(createSecretBox({ secrets: [sessionSecret] }).open(stored?.secret_sealed ?? '')).toBe(added.secret);
  const { id } = added;
  expect(await bench.json('endpoint', 'list', ...acme)).toEqual([
    {
      ...{ id, url, events: ['call.started', 'call.completed'], state: 'on', created_at: expect.any(String) },
      ...{ failing_since: null, off_at: null, waiting: 0, failed: 0 },
    },
  ]);
  await bench.database.query('UPDATE endpoints SET off_at = now(), failing_since = now()');
  await bench.database.query(
    `INSERT INTO endpoint_deliveries (id, endpoint_id, event, state, subject) VALUES ('msg_a', $1, 'agent.unresolved', 'failed', 'x')`,
    [id],
  );
  expect(await bench.json('endpoint', 'resend', ...acme, '--id', id)).toEqual({ id, resent: 1 });
  expect(await bench.json('endpoint', 'resend', ...acme, '--id', 'msg_a')).toEqual({ id, resent: 1 });
  expect(await bench.json('endpoint', 'list', ...acme)).toMatchObject([{ state: 'on', waiting: 1 }]);
  expect((await bench.run('endpoint', 'resend', '--brand', 'other', '--id', 'msg_a')).code).toBe(1);
  expect((await bench.run('endpoint', 'remove', '--brand', 'other', '--id', id)).code).toBe(1);
  expect(await bench.json('endpoint', 'remove', ...acme, '--id', id, '--dry-run')).toMatchObject({ dry_run: true });
  expect(await bench.json('endpoint', 'remove', ...acme, '--id', id)).toEqual({ id, removed: true });
  expect(await bench.json('endpoint', 'list', ...acme)).toEqual([]);
  const audited = (await bench.readAudit()).filter(({ action }) => action.startsWith('endpoint.'));
  expect(audited.map(({ action }) => action.slice(9))).toEqual(['add', 'resend', 'resend', 'remove']);
  expect(JSON.stringify(audited)).not.toMatch(/hush|whsec/);
});

it.each([
  ['an address of this machine', 'https://127.0.0.1:9/', /private/],
  ['an address without TLS', 'http://crm.example.com/', /https/],
])('refuses %s', async (_what, address, message) => {
  const { code, stdout } = await add('--url', address, '--events', 'call.started');
  expect(code).not.toBe(0);
  expect(JSON.parse(stdout).error.message).toMatch(message);
});

it('refuses an event that there is not', async () => {
  expect((await add('--url', url, '--events', 'call.started,call.answered')).code).toBe(2);
  expect(await bench.json('endpoint', 'list', ...acme)).toEqual([]);
});

it('adds no more than 20 endpoints', async () => {
  await bench.database.query(
    `INSERT INTO endpoints (id, brand_id, url, secret_sealed, events)
     SELECT gen_random_uuid(), id, $1, '', '{}' FROM brands, generate_series(1, 20) WHERE slug = 'other'`,
    [url],
  );
  const { code, stdout } = await bench.run(
    ...['endpoint', 'add', '--brand', 'other', '--json', '--url', url, '--events', 'call.started'],
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.message).toBe('the brand other has 20 endpoints, and cannot have more');
});
