import { writeFile } from 'node:fs/promises';
import { createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
beforeAll(async () => {
  bench = await createImportBench();
});
afterAll(() => bench.close());

/** Writes bytes to a file and imports it; returns the report. */
async function importBytes(group: string, brand: string, bytes: Uint8Array, ...options: string[]): Promise<unknown> {
  const file = await bench.writeLines(`${group}.csv`);
  await writeFile(file, bytes);
  return bench.json(group, 'import', file, '--brand', brand, ...options);
}

const readTitles = (brand: string) =>
  bench.readRows(brand, 'SELECT sku, title, web_price::text FROM catalog_items WHERE brand_id = $1 ORDER BY sku');

describe('an import of a file with other columns, delimiter or encoding', () => {
  const content = 'Variant_SKU;Name;Variant Price;article_type\nA-1;Größe;19.90;ring\nA-2;Ünique;5;ring\n';
  const map = ['--map', 'sku=Variant_SKU,web_price="Variant Price"', '--map', 'title=Name'];
  const expected = [
    { sku: 'A-1', title: 'Größe', web_price: '19.90' },
    { sku: 'A-2', title: 'Ünique', web_price: '5' },
  ];

  it.each([
    ['utf-8', Buffer.from(content)],
    ['utf-8', Buffer.from(`\uFEFF${content}`)],
    ['utf-8', Buffer.from(`sep=;\r\n${content}`)],
    ['utf-16le', Buffer.from(`\uFEFF${content}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${content}`, 'utf16le').swap16()],
    ['windows-1252', Buffer.from(content, 'latin1')],
  ])('detects %s and semicolons, and says so', async (encoding, bytes) => {
    const brand = await bench.addBrand();
    expect(await importBytes('catalog', brand, bytes, ...map)).toMatchObject({
      inserted: 2,
      rejected: 0,
      source: { format: null, encoding, delimiter: 'semicolon' },
    });
    expect(await readTitles(brand)).toEqual(expected);
  });

  it('takes the delimiter and the encoding of the options', async () => {
    const brand = await bench.addBrand();
    const bytes = Buffer.from('sku|title;x|web_price|article_type\n1|Größe|1|ring\n', 'latin1');
    const options = ['--delimiter', 'pipe', '--encoding', 'windows-1252', '--map', 'title=title;x'];
    await importBytes('catalog', brand, bytes, ...options);
    expect(await readTitles(brand)).toEqual([{ sku: '1', title: 'Größe', web_price: '1' }]);
  });

  it('shows the first rows as they were understood in a dry run, and writes nothing', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines('preview.csv', ...content.trim().split('\n'));
    const { code, stdout } = await bench.run('catalog', 'import', file, '--brand', brand, '--dry-run', ...map);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Read as UTF-8, columns separated by: semicolon/);
    expect(stdout).toMatch(/LINE +sku +title +web_price +article_type\n2 +A-1 +Größe +19\.90 +ring/);
    expect(await readTitles(brand)).toEqual([]);
  });

  it('names the columns of the file when one is missing', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines('other.csv', 'id;amount', '1;2');
    const { code, stderr } = await bench.run('stock', 'import', file, '--brand', brand);
    expect(code).toBe(1);
    expect(stderr).toMatch(/lacks the columns sku, on_hand.*it names id, amount; --map sku=NAME/s);
  });

  it('renames the columns of NDJSON as well', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines('stock.ndjson', '{"code": "A-1", "on_hand": 4}');
    await bench.json('stock', 'import', file, '--brand', brand, '--map', 'sku=code');
    expect(await bench.readRows(brand, 'SELECT sku, on_hand FROM stock_levels WHERE brand_id = $1')).toEqual([
      { sku: 'A-1', on_hand: 4 },
    ]);
  });
});

describe('an import of a shop export', () => {
  it('reads products and stock levels of a Shopify product file', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines(
      'products_export.csv',
      'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Status',
      'ring,Gold ring,"<p>Fine,\nvery fine</p>",Acme,ring,TRUE,Size,7,GR-7,shopify,3,249.50,active',
      'ring,,,,,,,8,GR-8,,0,249.50,',
    );
    const report = await bench.json('catalog', 'import', file, '--brand', brand, '--format', 'shopify');
    expect(report).toMatchObject({ inserted: 2, source: { format: 'Shopify products' }, stock: { inserted: 2 } });
    expect(
      await bench.readRows(
        brand,
        `SELECT sku, article_type, size::float, attributes, on_hand FROM catalog_items JOIN stock_levels USING (brand_id, sku)
         WHERE brand_id = $1 ORDER BY sku`,
      ),
    ).toEqual([
      { sku: 'GR-7', article_type: 'ring', size: 7, attributes: { brand: 'Acme' }, on_hand: 3 },
      { sku: 'GR-8', article_type: 'ring', size: 8, attributes: { brand: 'Acme' }, on_hand: 1 },
    ]);
    const versions = 'SELECT catalogue::int, stock::int FROM data_versions WHERE brand_id = $1';
    expect(await bench.readRows(brand, versions)).toEqual([{ catalogue: 1, stock: 1 }]);
  });

  it('retires a product that a later file says is not offered any more, and counts it', async () => {
    const brand = await bench.addBrand();
    const importProducts = async (status: string, price: string) => {
      const lines = [
        `a,Amber,pin,${status},A-1,9.00`,
        `b,Beryl,pin,active,B-1,${price}`,
        'c,Coral,pin,active,C-1,9.00',
      ];
      const header = 'Handle,Title,Type,Status,Variant SKU,Variant Price';
      const file = await bench.writeLines('products_export.csv', header, ...lines);
      return bench.json('catalog', 'import', file, '--brand', brand, '--format', 'shopify');
    };
    expect(await importProducts('active', '9.00')).toMatchObject({ inserted: 3 });
    expect(await importProducts('archived', '0.00')).toMatchObject({ unchanged: 1, retired: 2 });
    const retired = 'SELECT sku FROM catalog_items WHERE brand_id = $1 AND retired_at IS NOT NULL ORDER BY sku';
    expect(await bench.readRows(brand, retired)).toEqual([{ sku: 'A-1' }, { sku: 'B-1' }]);
    expect(await importProducts('active', '9.00')).toMatchObject({ updated: 2 });
    expect(await bench.readRows(brand, retired)).toEqual([]);
  });

  it('imports the products of a file without stock levels, and says where those are', async () => {
    const brand = await bench.addBrand();
    const lines = ['URL handle,Title,Type,SKU,Price', 'pin,Pin,brooch,PIN,9.00'];
    const file = await bench.writeLines('new-template.csv', ...lines);
    const { code, stdout, stderr } = await bench.run(
      'catalog',
      'import',
      file,
      '--brand',
      brand,
      '--format',
      'shopify',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 inserted') });
    expect(stderr).toContain('the file has no stock levels');
  });

  it('marks the refunded order of an imported Shopify order file as returned', async () => {
    const brand = await bench.addBrand();
    const header =
      'Name,Email,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Phone';
    const line = (status: string) =>
      `#1,a@b.example,${status},2026-02-28 23:30:00 -0500,1,Ring,10.00,GR-7,(415) 555-0100`;
    const importOrders = async (group: string, status: string) =>
      bench.json(
        group,
        'import',
        await bench.writeLines('orders_export.csv', header, line(status)),
        '--brand',
        brand,
        '--format',
        'shopify',
      );
    expect(await importOrders('orders', 'paid')).toMatchObject({ inserted: 1 });
    expect(await importOrders('orders', 'refunded')).toMatchObject({
      inserted: 0,
      left_out: { 'lines of orders that were cancelled or refunded completely': 1 },
    });
    expect(await importOrders('returns', 'refunded')).toMatchObject({ updated: 1, rejected: 0 });
    const returned = `SELECT order_id, order_date::text, returned_at IS NOT NULL AS returned FROM order_lines
      JOIN customers ON customers.id = order_lines.customer_id WHERE customers.brand_id = $1`;
    expect(await bench.readRows(brand, returned)).toEqual([
      { order_id: '#1', order_date: '2026-02-28', returned: true },
    ]);
  });

  it('takes the number of an order that is one, from whichever address', async () => {
    const brand = await bench.addBrand();
    const header =
      'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Country,Billing Phone,Shipping Country,Shipping Phone';
    const unusable = ['N/A', '-', '0000000000', '12345', '+44 20 7946 0958'];
    const orders = unusable.map(
      (number, at) => `#${at},paid,2026-05-01 10:00:00 -0400,1,Pin,5.00,P 1,US,${number},US,(415) 555-019${at}`,
    );
    const file = await bench.writeLines('orders_export.csv', header, ...orders, orders[0] ?? '');
    const options = ['--brand', brand, '--format', 'shopify'];
    expect(await bench.json('orders', 'import', file, ...options)).toMatchObject({ inserted: 5, rejected: 0 });
    const lines = `SELECT phone_number, qty::int FROM order_lines JOIN customers ON customers.id = order_lines.customer_id
      WHERE customers.brand_id = $1 ORDER BY phone_number`;
    expect(await bench.readRows(brand, lines)).toEqual(
      [0, 1, 2, 3, 4].map((at) => ({ phone_number: `+1415555019${at}`, qty: at === 0 ? 2 : 1 })),
    );
  });

  it('rejects a price by name that may be thousands', async () => {
    const brand = await bench.addBrand();
    const products = [
      'Handle,Title,Type,Variant SKU,Variant Price',
      'a,Amber,pin,A-1,"2,350"',
      'b,Beryl,pin,B-1,"8,50"',
    ];
    const file = await bench.writeLines('products_export.csv', ...products);
    expect(await bench.json('catalog', 'import', file, '--brand', brand, '--format', 'shopify')).toMatchObject({
      inserted: 1,
      errors: [{ line: 2, reason: expect.stringMatching(/^web_price .*thousands$/) }],
    });
    expect(await readTitles(brand)).toMatchObject([{ sku: 'B-1', web_price: '8.50' }]);
  });

  it('says which columns are missing in a file of another kind', async () => {
    const brand = await bench.addBrand();
    const file = await bench.writeLines('mine.csv', 'sku,on_hand', '1,2');
    const { code, stderr } = await bench.run('stock', 'import', file, '--brand', brand, '--format', 'shopify');
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not one of the exports.*Shopify inventory: it lacks the columns Location, Available/s);
  });
});
