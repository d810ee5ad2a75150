import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
});
afterAll(() => bench.close());

it('encrypts the secrets of every table that has some', async () => {
  const columns = await bench.database.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%\\_sealed' ORDER BY table_name`,
    [],
  );
  const { stdout } = await bench.run('secrets', 'reencrypt', '--json');
  const { reencrypted } = JSON.parse(stdout) as { reencrypted: Record<string, number> };
  expect(Object.keys(reencrypted).sort()).toEqual(columns.map(({ table_name }) => table_name));
});
