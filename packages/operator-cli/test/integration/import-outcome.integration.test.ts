import { createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await createImportBench();
  await bench.database.query('ALTER TABLE stock_levels ADD CHECK (on_hand <> 666)');
});
afterAll(() => bench.close());

const many = (line: (at: number) => string) => Array.from({ length: 2100 }, (_, at) => line(at));
const tables = {
  user: 'users',
  catalog: 'catalog_items',
  stock: 'stock_levels',
  orders: 'order_lines',
} as const;
const files = {
  user: ['email,name', 'a@acme.example,Ann', 'b@acme.example,Ben', 'a@acme.example,Anna', 'nobody,N'],
  // One product in two batches.
  catalog: [
    'sku,title,web_price,article_type,size',
    ...many((at) => `${at},Product ${at},10,ring,7`),
    '5,Other,10,ring,7',
    ',X,1,ring,',
  ],
  // One row that the table refuses.
  stock: ['sku,on_hand', ...many((at) => `${at},5`), '5,6', '5,6', '9999,666'],
  orders: ['phone,sku,order_date', ...many((at) => `2015550100,${at},2026-03-01`), '2015550100,1,2026-03-01', '1,1,x'],
} as const;

describe.each(Object.keys(files) as (keyof typeof files)[])('callside %s import --dry-run', (kind) => {
  it('writes nothing and prints the counts of the later import', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines(`${kind}.csv`, ...files[kind]);
    const rehearsed = (await bench.json(kind, 'import', file, '--brand', brand, '--dry-run')) as object;
    const countRows = () => bench.readRows(brand, `SELECT count(*)::int FROM ${tables[kind]} WHERE brand_id = $1`);
    expect(await countRows()).toEqual([{ count: 0 }]);
    expect(await bench.readRows(brand, 'SELECT 1 FROM customers WHERE brand_id = $1')).toEqual([]);
    expect(await bench.readRows(brand, 'SELECT 1 FROM data_versions WHERE brand_id = $1')).toEqual([]);
    expect((await bench.readAudit()).filter(({ slug }) => slug === brand)).toEqual([]);

    const report = (await bench.json(kind, 'import', file, '--brand', brand)) as object;
    expect(report).toMatchObject({ rejected: 1, inserted: expect.any(Number) });
    expect(rehearsed).toEqual({
      ...report,
      dry_run: true,
      source: { format: null, encoding: 'utf-8', delimiter: 'comma' },
      preview: expect.arrayContaining([{ line: 2, values: expect.any(Object) }]),
    });
  });
});

describe('an import whose rows are all rejected', () => {
  it.each(['', '--dry-run'])('prints its counts and ends with exit code 1 %s', async (option) => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines('bad.csv', 'sku,on_hand', ',1', '2,!');
    const args = ['stock', 'import', file, '--brand', brand, '--json', ...(option === '' ? [] : [option])];
    const { code, stdout, stderr } = await bench.run(...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'callside: every row was rejected\n' });
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 0, rejected: 2, errors: [{ line: 2 }, { line: 3 }] });
  });

  it('does not fail when one row is valid or left out, or when there are no rows', async () => {
    const brand = await bench.addBrand();
    const half = await bench.writeLines('half.csv', 'sku,on_hand', 'x,1', '2,2');
    expect((await bench.run('stock', 'import', half, '--brand', brand)).code).toBe(0);
    const orders = await bench.writeLines(
      'orders_export.csv',
      'Name,Created at,Financial Status,Phone,Lineitem sku,Lineitem quantity',
      '#1,2026-03-01 10:00:00 -0500,refunded,2015550100,1,1',
      '#2,2026-03-01 10:00:00 -0500,paid,2015550100,1,none',
    );
    const args = ['orders', 'import', orders, '--brand', brand, '--format', 'shopify', '--json'];
    const { code, stdout } = await bench.run(...args);
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({ code: 0, report: { inserted: 0, rejected: 1 } });
    const empty = await bench.writeLines('empty.csv', 'sku,on_hand');
    expect((await bench.run('stock', 'import', empty, '--brand', brand)).code).toBe(0);
  });
});
