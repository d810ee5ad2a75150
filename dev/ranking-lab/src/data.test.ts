import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { catalogueOfOrders, readCatalogue, readOrders, toDay, toPurchases } from './data.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ranking-quality-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return file;
}

it.each(['catalog.csv', 'catalog.csv.gz'])(
  'the catalogue is read from %s, with further columns as attributes',
  async (name) => {
    const file = await write(
      name,
      'sku,title,web_price,article_type,size,metal,gem\n10,"Ring, plain",9.50,ring,,gold,\n9,Band,5,ring,7,,\n',
    );
    const { items } = await readCatalogue(file);
    expect(items).toEqual([
      { sku: '9', title: 'Band', webPrice: 5, articleType: 'ring', size: 7, attributes: {} },
      {
        sku: '10',
        title: 'Ring, plain',
        webPrice: 9.5,
        articleType: 'ring',
        size: null,
        attributes: { metal: 'gold' },
      },
    ]);
  },
);

it('the reader reads orders', async () => {
  const file = await write('orders.csv', 'order_id,phone,sku,order_date\nA1,5550000001,10,1970-01-11\n');
  expect(await readOrders(file)).toEqual([{ phone: '5550000001', sku: '10', day: 10 }]);
});

it('the reader names the missing column', async () => {
  const file = await write('no-date.csv', 'phone,sku\n5550000001,10\n');
  await expect(readOrders(file)).rejects.toThrow('no column order_date');
});

it.each(['2021-02-30', '21-01-01', 'yesterday'])('the reader refuses the date %s', (date) => {
  expect(() => toDay(date)).toThrow(date);
});

it('the reader merges lines of an item that a customer bought twice a day, and sorts by customer and day', () => {
  const lines = [
    { phone: 'b', sku: '2', day: 7 },
    { phone: 'a', sku: '1', day: 5 },
    { phone: 'b', sku: '1', day: 6 },
    { phone: 'b', sku: '2', day: 7 },
  ];
  expect(toPurchases(lines, catalogueOfOrders(lines))).toEqual({
    customerNames: ['b', 'a'],
    rows: { customers: Int32Array.of(0, 0, 1), items: Int32Array.of(0, 1, 0), days: Int32Array.of(6, 7, 5) },
  });
});

it('the reader leaves out products that are not in the catalogue', () => {
  const lines = [{ phone: 'a', sku: '1', day: 5 }];
  expect(toPurchases([...lines, { phone: 'z', sku: '3', day: 5 }], catalogueOfOrders(lines)).customerNames).toEqual([
    'a',
  ]);
});
