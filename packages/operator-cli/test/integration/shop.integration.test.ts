import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecretBox } from '@callside/auth';
import { checkShops } from '../../src/doctor/check-shops.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

let bench: CommandBench;
let directory: string;
let secretFile: string;

beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  directory = await mkdtemp(path.join(tmpdir(), 'callside-shop-'));
  secretFile = path.join(directory, 'secret.txt');
  await writeFile(secretFile, 'shpss_hush\n');
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await bench.close();
});

const set = () => bench.run('shop', 'set', '--brand', 'acme', '--shop', 'shopify', '--secret-file', secretFile);
const examine = (secret: string) => checkShops(bench.database, () => createSecretBox({ secrets: [secret] }));

test('doctor says nothing about shops when there are none', async () => {
  expect(await examine(sessionSecret)).toEqual([]);
});

test('shop set prints an address that the shop can reach, and what to replace when none is known', async () => {
  const { query } = bench.database;
  const connect = (url: string) =>
    query(
      `INSERT INTO recommender_connections (brand_id, url, key_sealed)
       SELECT id, $1, 'sealed' FROM brands WHERE slug = 'acme' ON CONFLICT (brand_id) DO UPDATE SET url = $1`,
      [url],
    );
  const printed = async () => {
    const { code, stdout } = await set();
    expect(code).toBe(0);
    expect(stdout).not.toContain('shpss_hush');
    return stdout;
  };
  expect(await printed()).toContain('Enter this address at Shopify: https://acme.example/shops/shopify');
  for (const url of ['http://127.0.0.1:4200', 'http://recommender:4200']) {
    await connect(url);
    expect(await printed()).toContain('Enter this address at Shopify: https://acme.example/shops/shopify');
  }
  await connect('https://offers.acme.example/');
  expect(await printed()).toContain('Enter this address at Shopify: https://offers.acme.example/shops/shopify');
  await query('DELETE FROM recommender_connections');
  await query('DELETE FROM brand_hosts');
  expect(await printed()).toMatch(/https:\/\/HOST\/shops\/shopify\nReplace HOST/);
});

test('doctor accepts a shop whose secret can be read, and counts items that have stock but no product', async () => {
  expect(await examine(sessionSecret)).toMatchObject([{ status: 'ok', message: 'shopify of acme can post' }]);
  await bench.database.query(
    `INSERT INTO shop_levels (brand_id, shop, inventory_item_id, location_id, available, changed_at)
     SELECT id, 'shopify', item, '1', 5, now() FROM brands, (VALUES ('808950810'), ('39072856')) AS level (item)
      WHERE slug = 'acme'`,
  );
  expect(await examine(sessionSecret)).toMatchObject([
    { status: 'ok', message: 'shopify of acme can post, 2 items have stock but no product yet' },
  ]);
});

test('doctor names a shop whose secret was stored with another key, and what to do', async () => {
  expect(await examine('another secret of more than 32 characters')).toMatchObject([
    {
      status: 'failed',
      message: 'the secret of shopify of acme cannot be decrypted',
      hint: expect.stringContaining('callside shop set --brand acme --shop shopify'),
    },
  ]);
});
