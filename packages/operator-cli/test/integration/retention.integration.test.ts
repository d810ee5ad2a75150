import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
});
afterAll(() => bench.close());

const nothing = { calls: 0, recommendations: 0, refused_requests: 0, call_events: 0 };
const retention = (command: string, ...args: string[]) => bench.json('retention', command, '--brand', 'acme', ...args);

it('has no limit until it is set', async () => {
  expect(await retention('show')).toEqual({ brand: 'acme', days: null });
  expect(await retention('set', '--days', '90')).toEqual({ brand: 'acme', days: 90, due: nothing });
  expect(await retention('show')).toEqual({ brand: 'acme', days: 90 });
});

it.each(['0', 'none'])('is switched off by %s', async (off) => {
  await bench.database.query('UPDATE brands SET retention_days = 7');
  expect(await retention('set', '--days', off)).toEqual({ brand: 'acme', days: null, due: nothing });
  expect(await bench.database.query('SELECT retention_days FROM brands')).toEqual([{ retention_days: null }]);
});

it('says how much is older, before and when it is set', async () => {
  const [brand] = await bench.database.query<{ id: string }>("SELECT id FROM brands WHERE slug = 'acme'");
  const run = (text: string) => bench.database.query(text, [brand?.id]);
  await run(`INSERT INTO users (id, brand_id, email, name) VALUES (gen_random_uuid(), $1, 'r@acme.example', 'R')`);
  await run(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at, ended_at, end_reason)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, id, email, '1', now() - d * interval '1 day',
            CASE WHEN d < 60 THEN now() - d * interval '1 day' END, CASE WHEN d < 60 THEN 'ended' END
       FROM users, unnest(ARRAY[10, 31, 32, 60]) AS d WHERE brand_id = $1`,
  );
  await run(
    `INSERT INTO call_events (brand_id, event, agent_email, occurred_at, received_at, agent_resolved, call_active)
     SELECT $1, 'hold-started', 'r@acme.example', now(), now() - d * interval '1 day', false, false
       FROM unnest(ARRAY[1, 31, 32, 33]) AS d`,
  );
  await run(
    `INSERT INTO refused_requests (brand_id, received_at, status, reason, request_id)
     SELECT $1, now() - d * interval '1 day', 422, 'invalid', 'r' FROM unnest(ARRAY[29, 31]) AS d`,
  );
  const due = { calls: 2, recommendations: 0, refused_requests: 1, call_events: 3 };
  expect(await retention('set', '--days', '30', '--dry-run')).toMatchObject({ days: 30, due, dry_run: true });
  const { stdout } = await bench.run('retention', 'set', '--brand', 'acme', '--days', '30');
  expect(stdout).toBe(
    'acme: kept for 30 days\nOlder, to be deleted by the services: 2 calls with their chats and transcripts, 0 offers with ' +
      'their sales, 1 refused requests; to be emptied: 3 rows of the event log\n',
  );
});

it('records each change in the audit log', async () => {
  await retention('set', '--days', '30');
  await retention('set', '--days', '30');
  const entries = (await bench.readAudit()).filter(({ detail }) => JSON.stringify(detail) === '{"days":30}');
  expect(entries).toEqual([expect.objectContaining({ action: 'retention.set', slug: 'acme' })]);
});

it.each(['-1', '1.5', 'week', '36501'])('a limit of %s days is wrong usage', async (days) => {
  const { code } = await bench.run('retention', 'set', '--brand', 'acme', `--days=${days}`);
  expect(code).toBe(2);
});
