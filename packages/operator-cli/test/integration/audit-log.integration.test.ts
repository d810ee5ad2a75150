import { hostname, userInfo } from 'node:os';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createSettings } from '../../src/env.ts';
import { createProgram } from '../../src/program.ts';
import { createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await createImportBench();
});
afterAll(() => bench.close());

type Prepare = (acme: string[]) => Promise<string[]>;

/** Every command that changes data: its arguments, after the arguments of the commands that it depends on. */
const changes: Record<string, { args: Prepare; entry: string }> = {
  'brand create': {
    args: async () => ['--slug', 'new', '--name', 'New', '--country', 'US', '--host', 'new.example'],
    entry: 'brand.create',
  },
  'brand set': { args: async (acme) => [...acme, '--time-zone', 'Asia/Tokyo'], entry: 'brand.set' },
  'brand words set': { args: async (acme) => [...acme, '--word', 'ring', '--de', 'Ring'], entry: 'brand.set' },
  'brand words remove': { args: async (acme) => [...acme, '--word', 'ring'], entry: 'brand.set' },
  'user add': {
    args: async (acme) => [...acme, '--email', 'ann@acme.example', '--name', 'Ann', '--active'],
    entry: 'user.add',
  },
  'user import': {
    args: async (acme) => [await bench.writeLines('users.csv', 'email,name', 'ben@acme.example,Ben'), ...acme],
    entry: 'user.import',
  },
  'user set': {
    args: async (acme) => [...acme, '--email', 'ann@acme.example', '--name', 'Anna'],
    entry: 'user.set',
  },
  'alias add': {
    args: async (acme) => [...acme, '--alias', 'SIP/1001', '--email', 'ann@acme.example'],
    entry: 'alias.add',
  },
  'alias remove': { args: async (acme) => [...acme, '--alias', 'sip/1001'], entry: 'alias.remove' },
  'token issue': { args: async (acme) => [...acme, '--email', 'ann@acme.example'], entry: 'token.issue' },
  'user deactivate': { args: async (acme) => [...acme, '--email', 'ann@acme.example'], entry: 'user.deactivate' },
  'key issue': { args: async (acme) => [...acme, '--feature', 'recommender'], entry: 'key.issue' },
  'key revoke': {
    args: async (acme) => [
      ...acme,
      '--id',
      ((await bench.json('key', 'list', ...acme)) as { id: string }[])[0]?.id ?? '',
    ],
    entry: 'key.revoke',
  },
  'catalog import': {
    args: async (acme) => [
      await bench.writeLines('catalog.csv', 'sku,title,web_price,article_type', '1,A,2,ring'),
      ...acme,
    ],
    entry: 'catalog.import',
  },
  'stock import': {
    args: async (acme) => [await bench.writeLines('stock.csv', 'sku,on_hand', '1,2'), ...acme],
    entry: 'stock.import',
  },
  'customer objection set': { args: async (acme) => [...acme, '--phone', '2015550199'], entry: 'objection.set' },
  'customer objection clear': { args: async (acme) => [...acme, '--phone', '2015550199'], entry: 'objection.clear' },
  'orders import': {
    args: async (acme) => [await bench.writeLines('o.csv', 'phone,sku,order_date', '2015550100,1,2026-01-01'), ...acme],
    entry: 'orders.import',
  },
  'returns import': {
    args: async (acme) => [await bench.writeLines('r.csv', 'phone,sku,order_date', '2015550100,1,2026-01-01'), ...acme],
    entry: 'returns.import',
  },
};

/** Issued by the test of dry runs. */
let recommenderKey: string;

/** A dry run of each of these adds no entry. */
const rehearsed: typeof changes = {
  'feed set': {
    args: async (acme) => [...acme, '--kind', 'stock', '--url', 'https://shop.example/s.csv'],
    entry: 'feed.set',
  },
  'shop set': {
    args: async (acme) => [...acme, '--shop', 'shopify', '--secret-file', await bench.writeLines('secret', 'hush')],
    entry: 'shop.set',
  },
  'shop remove': { args: async (acme) => [...acme, '--shop', 'shopify'], entry: 'shop.remove' },
  'retention set': { args: async (acme) => [...acme, '--days', '90'], entry: 'retention.set' },
  'recommender set': {
    args: async (acme) => [
      ...acme,
      ...['--url', 'https://offers.example', '--key-file', await bench.writeLines('key', recommenderKey)],
    ],
    entry: 'recommender.set',
  },
  'sign-in set': {
    args: async (acme) => [
      ...acme,
      ...['--issuer', 'https://login.example', '--client-id', 'callside'],
      ...['--client-secret-file', await bench.writeLines('client', 'hush')],
    ],
    entry: 'sign-in.set',
  },
  'key replace': {
    args: async (acme) => {
      const keys = (await bench.json('key', 'list', ...acme)) as { id: string; expires_at: string | null }[];
      return [...acme, '--overlap', '1h', '--id', keys.find(({ expires_at }) => expires_at === null)?.id ?? ''];
    },
    entry: 'key.replace',
  },
};

/** Commands of these groups that change nothing, and those that another test runs. */
const others = {
  'brand list': 'reads',
  'brand show': 'reads',
  'brand words list': 'reads',
  'user list': 'reads',
  'key list': 'reads',
  'alias list': 'reads',
  'model list': 'reads',
  'model evaluate': 'reads',
  'model train': 'model.integration.test.ts',
  'model import': 'model-exchange.integration.test.ts',
  'model examples export': 'reads',
  'model publish': 'model.integration.test.ts',
  'model rollback': 'model.integration.test.ts',
  'key replace': 'key.integration.test.ts',
  'customer erase': 'the test of erasure',
  'customer objection list': 'reads',
  'user bind': 'sign-in.integration.test.ts',
};

function leaves(command: Command, path: string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

it('every command on brands, users, keys, aliases, models, customers and imported data is listed here', () => {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const program = createProgram({ settings: createSettings(), streams, json: false, now: () => new Date() });
  const commands = leaves(program).filter((name) =>
    /^(brand|user|key|token|alias|model|customer|catalog|stock|orders|returns) /.test(name),
  );
  expect(commands.filter((name) => !(name in changes) && !(name in others))).toEqual([]);
});

it('every command that changes data adds one entry with author, time and origin', async () => {
  const acme = ['--brand', await bench.addBrand()];
  for (const [name, { args, entry }] of Object.entries(changes)) {
    const before = (await bench.json('audit', 'list')) as object[];
    const since = Date.now();
    await bench.json(...name.split(' '), ...(await args(acme)));
    const after = (await bench.json('audit', 'list')) as { at: string; detail: unknown }[];
    expect({ name, entries: after.length - before.length }).toEqual({ name, entries: 1 });
    expect(after[0]).toMatchObject({
      actor: `operator:${userInfo().username}`,
      actor_user_id: null,
      origin: hostname(),
      action: entry,
      subject: expect.stringMatching(/./),
      brand: expect.any(String),
    });
    expect(Math.abs(Date.parse(after[0]?.at ?? '') - since)).toBeLessThan(120_000);
    expect(JSON.stringify(after[0])).not.toMatch(/_live_[0-9a-f]{40}|eyJ/);
  }
}, 300_000);

it('a dry run says what would change, adds no entry and shows no secret; the command then does it', async () => {
  const acme = ['--brand', await bench.addBrand()];
  const issued = await bench.json('key', 'issue', ...acme, '--feature', 'recommender');
  recommenderKey = (issued as { key: string }).key;
  const entries = async () => (await bench.json('audit', 'list')) as { action: string }[];
  for (const [name, { args, entry }] of Object.entries(rehearsed)) {
    const before = await entries();
    const command = [...name.split(' '), ...(await args(acme))];
    const planned = await bench.json(...command, '--dry-run');
    expect({ name, planned }).toEqual({ name, planned: expect.objectContaining({ dry_run: true }) });
    expect(JSON.stringify(planned)).not.toMatch(/hush|_live_/);
    expect({ name, entries: await entries() }).toEqual({ name, entries: before });
    await bench.json(...command);
    const after = await entries();
    // The replacement of a key also has the entry of the new one.
    expect(after.length).toBeGreaterThan(before.length);
    expect(after[0]?.action).toBe(entry);
  }
}, 300_000);

describe('audit list', () => {
  it('shows the newest entries first, of one brand and limited to the requested number', async () => {
    const brand = await bench.addBrand();
    for (const name of ['one', 'two', 'three']) {
      await bench.database.query(
        `INSERT INTO audit_log (brand_id, actor, action, subject) SELECT id, 'operator:x', 'user.add', $2 FROM brands WHERE slug = $1`,
        [brand, name],
      );
    }
    const listed = (await bench.json('audit', 'list', '--brand', brand, '--limit', '2')) as { subject: string }[];
    expect(listed.map(({ subject }) => subject)).toEqual(['three', 'two']);
    const { stdout } = await bench.run('audit', 'list', '--brand', brand);
    expect(stdout).toMatch(/^AT +BRAND +ACTOR +ORIGIN +ACTION +SUBJECT +DETAIL\n(.*\n){3}$/);
  });

  it('reports an unknown brand', async () => {
    expect(await bench.run('audit', 'list', '--brand', 'nobody')).toMatchObject({ code: 1, stdout: '' });
  });
});
