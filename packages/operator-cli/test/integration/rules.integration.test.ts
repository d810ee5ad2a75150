import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  await createBrand(bench, 'other');
  await addProducts('acme', '1001');
  await addProducts('other', '1001');
});
afterAll(() => bench.close());

const addProducts = (slug: string, ...skus: string[]) =>
  bench.database.query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type)
     SELECT id, unnest($2::text[]), 'Pin', 10, 'pins' FROM brands WHERE slug = $1`,
    [slug, skus],
  );

const rules = (command: string, ...args: string[]) => bench.run('rules', command, '--brand', 'acme', '--json', ...args);
const read = async (command: string, ...args: string[]) =>
  JSON.parse((await rules(command, ...args)).stdout) as unknown;
const pin = ['--name', 'summer', '--kind', 'pin', '--sku', '1001', '--rank', '1'];
const asRule = { name: 'summer', kind: 'pin', sku: '1001', rank: 1, condition: 'always' };

it('adds, replaces, lists and removes rules of one brand, each change on record once', async () => {
  expect(await read('set', ...pin)).toEqual(asRule);
  // A second time changes nothing.
  expect(await read('add', ...pin)).toEqual(asRule);
  const silver = [
    '--name',
    'more-silver',
    '--kind',
    'boost',
    '--attribute',
    'metal',
    '--value',
    'Silver',
    '--factor',
    '1.5',
  ];
  expect(await read('set', ...silver, '--when', 'with_anchors')).toMatchObject({
    factor: 1.5,
    condition: 'with_anchors',
  });
  const stay = ['--name', 'stay', '--kind', 'block', '--article-type', 'ring'];
  expect(await read('set', ...stay, '--when', 'queue=retention', '--when', 'note = a=b')).toEqual({
    name: 'stay',
    kind: 'block',
    article_type: 'ring',
    condition: 'always',
    context: { queue: 'retention', note: 'a=b' },
  });
  await read('remove', '--name', 'stay');
  const later = { ...asRule, rank: 3, from: '2026-06-01', until: '2026-08-31' };
  const dates = ['--rank', '3', '--from', '2026-06-01', '--until', '2026-08-31'];
  expect(await read('set', ...pin, ...dates, '--dry-run')).toEqual({ ...later, dry_run: true });
  expect(await read('list')).toMatchObject([{ name: 'more-silver' }, asRule]);
  expect(await read('set', ...pin, ...dates)).toEqual(later);
  expect(await read('remove', '--name', 'summer', '--dry-run')).toEqual({ ...later, dry_run: true });
  expect(await read('remove', '--name', 'summer')).toEqual(later);
  expect(await read('list')).toMatchObject([{ name: 'more-silver', value: 'Silver' }]);
  expect(await bench.json('rules', 'list', '--brand', 'other')).toEqual([]);
  const changes = (await bench.readAudit()).filter(({ action }) => action.startsWith('rule.'));
  expect(changes.map(({ action, subject, detail }) => [action, subject, detail])).toMatchObject([
    ['rule.set', 'summer', { before: null, after: asRule }],
    ['rule.set', 'more-silver', { before: null }],
    ['rule.set', 'stay', { after: { context: { queue: 'retention' } } }],
    ['rule.remove', 'stay', { before: { context: { queue: 'retention' } } }],
    ['rule.set', 'summer', { before: asRule, after: later }],
    ['rule.remove', 'summer', { before: later }],
  ]);
});

it('prints rules as text', async () => {
  const { stdout } = await bench.run('rules', 'set', '--brand', 'acme', ...pin);
  expect(stdout).toBe('Rule summer: pin SKU 1001 (1)\n');
  const list = await bench.run('rules', 'list', '--brand', 'acme');
  expect(list.stdout).toMatch(/summer +pin +SKU 1001 +1 +- +- +always/);
  await read('set', ...pin, '--when', 'queue=retention');
  expect((await bench.run('rules', 'list', '--brand', 'acme')).stdout).toMatch(/summer .* queue=retention/);
});

it.each([[], ['--dry-run']])('refuses a pin of a product that the catalogue does not have %s', async (...options) => {
  const unknown = ['--name', 'typo', '--kind', 'pin', '--sku', '1o01', '--rank', '1', ...options];
  const { code, stdout } = await rules('set', ...unknown);
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({
    code: 1,
    error: { code: 'not_found', message: 'the catalogue has no product 1o01' },
  });
  expect(await read('list')).not.toContainEqual(expect.objectContaining({ name: 'typo' }));
});

it.each([
  ['a product', ['--sku', '1o01'], 'no product 1o01'],
  ['an article type', ['--article-type', 'nosuch'], 'no article type "nosuch"'],
  ['a name of an attribute', ['--attribute', 'Metal', '--value', 'gold'], 'no value "gold" of an attribute "Metal"'],
  ['a value', ['--attribute', 'metal', '--value', 'tin'], 'no value "tin" of an attribute "metal"'],
])('warns about %s only if the catalogue does not have it', async (_, target, warning) => {
  await bench.database.query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, attributes)
     SELECT id, '2001', 'Ring', 10, 'Rings', '{"metal": " Gold "}' FROM brands WHERE slug = 'acme'
     ON CONFLICT DO NOTHING`,
    [],
  );
  const block = ['rules', 'set', '--brand', 'acme', '--name', 'some', '--kind', 'block'];
  expect((await bench.run(...block, ...target)).stderr).toContain(warning);
  expect((await bench.run(...block, '--article-type', 'ring')).stderr).not.toContain('no article type');
  expect((await bench.run(...block, '--attribute', 'metal', '--value', 'GOLD')).stderr).not.toContain('no value');
});

it.each([
  ['a pin without a place', ['--kind', 'pin', '--sku', '1'], '--rank: pin needs rank'],
  [
    'a place beyond the list',
    ['--kind', 'pin', '--sku', '1', '--rank', '11'],
    '--rank: rank must be a whole number from 1 to 10',
  ],
  ['an invalid number', ['--kind', 'boost', '--sku', '1', '--factor', 'x'], '--factor: factor must be a number'],
  ['two targets', ['--kind', 'block', '--sku', '1', '--article-type', 'ring'], 'name only one of sku, article_type'],
  ['no target', ['--kind', 'block'], 'block needs one of sku, article_type, attribute'],
  ['an attribute without a value', ['--kind', 'block', '--attribute', 'metal'], '--value: attribute needs a value'],
  ['a target that the kind does not take', ['--kind', 'cap', '--sku', '1', '--most', '1'], '--sku: cap takes no sku'],
  [
    'days in the wrong order',
    ['--kind', 'block', '--sku', '1', '--from', '2026-02-02', '--until', '2026-02-01'],
    '--until: until must not be',
  ],
  ['an invalid day', ['--kind', 'block', '--sku', '1', '--from', '2026-02-30'], '--from: from must be a calendar day'],
  [
    'an unknown condition',
    ['--kind', 'block', '--sku', '1', '--when', 'sometimes'],
    '--when: condition must be one of',
  ],
  [
    'two conditions',
    ['--kind', 'block', '--sku', '1', '--when', 'with_anchors', '--when', 'without_anchors'],
    '--when: condition must be one of',
  ],
  [
    'a long value of the context',
    ['--kind', 'block', '--sku', '1', '--when', `queue=${'x'.repeat(121)}`],
    '--when: a value of context must be',
  ],
  ['a name in capitals', ['--kind', 'block', '--sku', '1', '--name', 'Summer'], '--name: name must consist of'],
])('refuses %s', async (_what, args, message) => {
  const { code, stdout } = await rules('set', '--name', 'wrong', ...args);
  expect({ code, error: (JSON.parse(stdout) as { error: unknown }).error }).toMatchObject({
    code: 2,
    error: { code: 'usage', message: expect.stringContaining(message) },
  });
});

it('refuses more rules than a brand may have, and the removal of an unknown rule', async () => {
  await bench.database.query(
    `INSERT INTO merchandising_rules (brand_id, name, definition)
     SELECT id, 'r-' || n, '{}' FROM brands, generate_series(1, 200) AS n WHERE slug = 'other'`,
    [],
  );
  const full = await bench.run('rules', 'set', '--brand', 'other', '--json', ...pin);
  expect(JSON.parse(full.stdout)).toMatchObject({ error: { code: 'conflict' } });
  const missing = await bench.run('rules', 'remove', '--brand', 'acme', '--json', '--name', 'none');
  expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: 'not_found' } });
});

it('runs every example of the page for merchandisers, in its order', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../../docs/merchandising.md'), 'utf8');
  const commands = [...page.matchAll(/^callside (rules .*)$/gm)].map(([, line = '']) => line);
  expect(commands.length).toBeGreaterThan(10);
  await createBrand(bench, 'page');
  await addProducts('page', '1001', '1002', '1003');
  for (const command of commands) {
    const words = [...command.replace('--brand acme', '--brand page').matchAll(/"([^"]*)"|(\S+)/g)];
    const { code, stderr } = await bench.run(...words.map(([, quoted, word]) => quoted ?? word ?? ''));
    expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
  }
});
