import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
});
afterAll(() => bench.close());

const words = (command: string, ...args: string[]) => bench.json('brand', 'words', command, '--brand', 'acme', ...args);
const ring = { word: 'ring', en: null, de: 'Ring', fr: 'Bague', es: null };

it('sets, lists and removes words of a brand, each change on record once', async () => {
  const given = ['--word', ' Ring ', '--de', 'Ring', '--fr', 'Bague'];
  expect(await words('set', ...given, '--dry-run')).toEqual({ ...ring, dry_run: true });
  expect(await words('list')).toEqual([]);
  expect(await words('set', ...given)).toEqual(ring);
  expect(await words('set', ...given)).toEqual(ring);
  expect(await words('list')).toEqual([ring]);
  expect((await bench.run('brand', 'words', 'list', '--brand', 'acme')).stdout).toMatch(/ring +- +Ring +Bague +-/);
  expect(await words('remove', '--word', 'RING')).toMatchObject({ word: 'ring' });
  expect(await words('list')).toEqual([]);
  const changes = (await bench.readAudit()).filter(({ action }) => action === 'brand.set');
  expect(changes.map(({ detail }) => detail)).toEqual([
    { words: ['ring: Ring (de), Bague (fr)'] },
    { words: ['ring: –'] },
  ]);
});

it.each([
  ['a word without a text', ['set', '--word', 'ring'], 2, 'usage'],
  ['the removal of an unknown word', ['remove', '--word', 'nothing'], 1, 'not_found'],
])('refuses %s', async (_what, [command = '', ...args], code, error) => {
  const run = await bench.run('brand', 'words', command, '--brand', 'acme', '--json', ...args);
  expect({ code: run.code, ...(JSON.parse(run.stdout) as object) }).toMatchObject({ code, error: { code: error } });
});
