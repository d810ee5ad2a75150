import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
});
afterAll(() => bench.close());

const retention = (command: string, ...args: string[]) => bench.json('retention', command, '--brand', 'acme', ...args);

it('has no limit until it is set', async () => {
  expect(await retention('show')).toEqual({ brand: 'acme', days: null });
  expect(await retention('set', '--days', '90')).toEqual({ brand: 'acme', days: 90 });
  expect(await retention('show')).toEqual({ brand: 'acme', days: 90 });
});

it.each(['0', 'none'])('is switched off by %s', async (off) => {
  await bench.database.query('UPDATE brands SET retention_days = 7');
  expect(await retention('set', '--days', off)).toEqual({ brand: 'acme', days: null });
  expect(await bench.database.query('SELECT retention_days FROM brands')).toEqual([{ retention_days: null }]);
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
