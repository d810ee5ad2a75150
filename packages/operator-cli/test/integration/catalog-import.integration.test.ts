import { until } from '@callside/test-kit';
import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

const badSku = 'sku must be 1 to 120 printable characters';

let bench: ImportBench;
let brand: string;

beforeAll(async () => {
  bench = await createImportBench();
});
beforeEach(async () => {
  brand = await bench.addBrand();
});
afterAll(() => bench.close());

const importCatalogue = (name: string, ...lines: string[]) => bench.importLines('catalog', brand, name, ...lines);
const readItems = () =>
  bench.readRows(
    brand,
    'SELECT sku, title, web_price::text, article_type, size::text, attributes FROM catalog_items WHERE brand_id = $1 ORDER BY sku',
  );
const header = 'sku,title,web_price,article_type,size';

describe('catalog import', () => {
  it('inserts, updates and skips unchanged rows, and changes nothing a second time', async () => {
    const ring = '1001,Gold ring,249.50,ring,7';
    expect(await importCatalogue('one.csv', header, ring, '1002,Chain,99,necklace,')).toEqual(counts(2, 0, 0));
    const second = [header, ring, '1002,Long chain,99,necklace,', '1003,Pearl stud,40,earring,'];
    expect(await importCatalogue('two.csv', ...second)).toEqual(counts(1, 1, 1));
    expect(await importCatalogue('two.csv', ...second)).toEqual(counts(0, 0, 3));
    expect(await readItems()).toEqual([
      {
        sku: '1001',
        title: 'Gold ring',
        web_price: '249.50',
        article_type: 'ring',
        size: '7',
        attributes: {},
      },
      expect.objectContaining({ sku: '1002', title: 'Long chain', size: null }),
      expect.objectContaining({ sku: '1003', title: 'Pearl stud' }),
    ]);
  });

  it('keeps what a unit costs apart from the attributes, exact, and clears it with an empty cell', async () => {
    const readCosts = () =>
      bench.readRows(
        brand,
        'SELECT sku, unit_cost::text, attributes FROM catalog_items WHERE brand_id = $1 ORDER BY sku',
      );
    const file = ['sku,title,web_price,article_type,unit_cost,metal', '1,A,20,ring,7.125,gold', '2,B,20,ring,,gold'];
    expect(await importCatalogue('costs.csv', ...file)).toEqual(counts(2, 0, 0));
    expect(await readCosts()).toEqual([
      { sku: '1', unit_cost: '7.125', attributes: { metal: 'gold' } },
      { sku: '2', unit_cost: null, attributes: { metal: 'gold' } },
    ]);
    expect(await importCatalogue('costs.csv', file[0] ?? '', '1,A,20,ring,,gold')).toEqual(counts(0, 1, 0));
    expect(await readCosts()).toMatchObject([{ sku: '1', unit_cost: null }, { sku: '2' }]);
    const { errors } = await importCatalogue('bad.csv', file[0] ?? '', '3,C,20,ring,-1,gold');
    expect(errors).toEqual([{ line: 2, reason: expect.stringContaining('unit_cost must be a number from 0 up') }]);
  });

  it('keeps prices and sizes exact, and treats 1.5 and 1.50 as equal', async () => {
    await importCatalogue('exact.csv', header, '1,A,0.1234567890123456789,ring,1.50', '2,B,999999999999.99,ring,0.1');
    expect(await readItems()).toEqual([
      expect.objectContaining({ web_price: '0.1234567890123456789', size: '1.50' }),
      expect.objectContaining({ web_price: '999999999999.99', size: '0.1' }),
    ]);
    expect(await importCatalogue('same.csv', header, '1,A,0.12345678901234567890,ring,1.5')).toEqual(counts(0, 0, 1));
  });

  it('accepts numbers, also for the SKU, from NDJSON', async () => {
    const report = await importCatalogue(
      'numbers.ndjson',
      '{"sku": 7, "title": "A", "web_price": 19.9, "article_type": "ring", "size": 7.5}',
      '{"sku": "007", "title": "B", "web_price": "20", "article_type": "ring", "size": null}',
      '{"sku": 8, "title": "C", "web_price": 0, "article_type": "ring", "size": ""}',
    );
    expect(report).toEqual(counts(3, 0, 0));
    expect(await readItems()).toMatchObject([
      { sku: '007', web_price: '20', size: null },
      { sku: '7', web_price: '19.9', size: '7.5' },
      { sku: '8', web_price: '0', size: null },
    ]);
  });

  it('keeps other columns as attributes, and a later row replaces all of them', async () => {
    await importCatalogue(
      'csv.csv',
      'SKU,Metal,title,web_price,Article_Type,gem,',
      '1,gold,A,1,ring,ruby,x',
      '2,silver,B,1,ring,,x',
    );
    await importCatalogue(
      'json.ndjson',
      '{"sku": 3, "title": "C", "web_price": 1, "article_type": "ring", "carat": 1.5, "new": true, "gem": null, "note": " "}',
      '{"sku": 1, "title": "A", "web_price": 1, "article_type": "ring", "gem": "opal"}',
    );
    expect(await readItems()).toMatchObject([
      { sku: '1', attributes: { gem: 'opal' } },
      { sku: '2', attributes: { Metal: 'silver' } },
      { sku: '3', attributes: { carat: '1.5', new: 'true' } },
    ]);
    expect((await readItems())[0]).toHaveProperty('attributes', { gem: 'opal' });
  });

  it('clears a size that a later row leaves empty', async () => {
    await importCatalogue('sized.csv', header, '1,A,1,ring,7');
    expect(await importCatalogue('unsized.csv', 'sku,title,web_price,article_type', '1,A,1,ring')).toEqual(
      counts(0, 1, 0),
    );
    expect(await readItems()).toMatchObject([{ sku: '1', size: null }]);
  });

  it('treats a size of 0 as not sized', async () => {
    await importCatalogue('zero.csv', header, '1,A,1,chain,0', '2,B,1,chain,0.0');
    expect(await readItems()).toMatchObject([
      { sku: '1', size: null },
      { sku: '2', size: null },
    ]);
    expect(await importCatalogue('empty.csv', header, '1,A,1,chain,', '2,B,1,chain,')).toEqual(counts(0, 0, 2));
  });

  it('dates a product by its last change', async () => {
    const readDates = () => bench.readRows(brand, 'SELECT updated_at FROM catalog_items WHERE brand_id = $1');
    await importCatalogue('first.csv', header, '1,A,1,ring,');
    const first = await readDates();
    await importCatalogue('first.csv', header, '1,A,1,ring,');
    expect(await readDates()).toEqual(first);
    await importCatalogue('second.csv', header, '1,A,2,ring,');
    expect(await readDates()).not.toEqual(first);
  });

  it('applies the later of two rows of one product', async () => {
    const rows = ['1,First,1,ring,', '1,Second,1,ring,', '1,Second,1,ring,'];
    expect(await importCatalogue('twice.csv', header, ...rows)).toEqual(counts(1, 1, 1));
    expect(await readItems()).toMatchObject([{ title: 'Second' }]);
    expect(await importCatalogue('twice.csv', header, ...rows)).toEqual(counts(0, 0, 3));
  });

  it('rejects bad rows with line and reason, and imports the rest', async () => {
    const report = await importCatalogue(
      'bad.csv',
      header,
      `${'x'.repeat(121)},Long,1,ring,`,
      'A\t1,Tab,1,ring,',
      '1, ,1,ring,',
      '2,Free,,ring,',
      '3,Cheap,-1,ring,',
      '4,Odd,1e3,ring,',
      '5,Dear,1000000000000,ring,',
      '6,Sized,1,ring,-7',
      '7,Typeless,1,,',
      '8,Good,1,ring,7',
      '9,Short,1',
    );
    expect(report).toEqual({
      inserted: 1,
      updated: 0,
      unchanged: 0,
      rejected: 10,
      errors: [
        { line: 2, reason: badSku },
        { line: 3, reason: badSku },
        { line: 4, reason: 'title is missing' },
        { line: 5, reason: 'web_price is missing' },
        { line: 6, reason: 'web_price must be a number from 0 up, such as 19.99' },
        { line: 7, reason: 'web_price must be a number from 0 up, such as 19.99' },
        { line: 8, reason: 'web_price must have at most 12 digits before the point' },
        { line: 9, reason: 'size must not be negative' },
        { line: 10, reason: 'article_type is missing' },
        { line: 12, reason: 'article_type is missing' },
      ],
    });
    expect(await readItems()).toMatchObject([{ sku: '8' }]);
  });

  it('takes any printable text as SKU, compared exactly', async () => {
    const skus = ['RG 18 GP/1', '18" chain', "Ann's, 1", 'rg 18 gp/1', '100517.0', 'Größe 7', 'x'.repeat(120)];
    const rows = skus.map((sku) => `"${sku.replaceAll('"', '""')}",A,1,pin,`);
    expect(await importCatalogue('skus.csv', header, ...rows)).toEqual(counts(7, 0, 0));
    expect(await importCatalogue('skus.csv', header, ...rows)).toEqual(counts(0, 0, 7));
    expect(new Set((await readItems()).map((row) => Object(row).sku))).toEqual(new Set(skus));
  });

  it('has names as a browser shows them', async () => {
    await importCatalogue(
      'html.csv',
      'sku,title,web_price,article_type,metal',
      '1,14&quot; Cord &#8211; <em>Jet</em>,1,Rings &amp; Cords,Gold &amp; Jet',
    );
    expect(await readItems()).toMatchObject([
      { title: '14" Cord – Jet', article_type: 'Rings & Cords', attributes: { metal: 'Gold & Jet' } },
    ]);
  });

  it('warns of sizes without a sized type, and not of those whose type, category or tags name one', async () => {
    const columns = 'sku,title,web_price,article_type,size,category,tags';
    const rows = [
      '1,A,1,Silver ring,7,,',
      '2,B,1,Jewellery,size-7,Rings > Gold,',
      '3,C,1,Jewellery,Size 7,,"gift, bangle"',
    ];
    const odd = ['4,D,1,Earring,7,,', '5,E,1,Pin,,,'];
    const report = await importCatalogue('sizes.csv', columns, ...rows, ...odd);
    expect(report).toMatchObject({ inserted: 5, rejected: 0, warned: 1, warnings: [{ line: 5 }] });
    expect(await readItems()).toMatchObject([
      { size: '7' },
      { size: '7' },
      { size: '7' },
      { size: '7' },
      { size: null },
    ]);
    const file = await bench.writeLines('sizes.csv', columns, ...odd);
    const { stdout } = await bench.run('catalog', 'import', file, '--brand', brand);
    expect(stdout).toMatch(/Warning: 1 imported with a doubt:\n +line 2: size 7 of the article type Earring/);
  });

  it('takes the first of two columns that are not known', async () => {
    await importCatalogue('twice.csv', 'sku,note,title,web_price,article_type,note', '1,a,A,1,pin,b');
    expect(await readItems()).toMatchObject([{ attributes: { note: 'a' } }]);
  });

  it('keeps lists and objects of NDJSON as attributes, and lists as their items', async () => {
    const row = { sku: 'a', title: 'A', web_price: 1, article_type: 'Jewellery', size: 7 };
    const more = { tags: ['Rings', 'Gold'], origin: { country: 'PT' }, tagged: [] };
    const report = await importCatalogue('lists.ndjson', JSON.stringify({ ...row, ...more }));
    expect(report).toEqual(counts(1, 0, 0));
    expect(await readItems()).toMatchObject([{ attributes: { tags: 'Rings, Gold', origin: '{"country":"PT"}' } }]);
  });

  it('rejects NDJSON values that a column cannot hold', async () => {
    const row = (more: string) => `{"sku": 1, "title": "A", "web_price": 1, "article_type": "ring", ${more}}`;
    const { errors } = await importCatalogue(
      'bad.ndjson',
      row('"note": ["\\u0000"]'),
      row('"note": "\\u0000"'),
      '{"sku": 1.5, "title": 7, "web_price": true, "article_type": "ring"}',
      '{"title": "A", "web_price": 1, "article_type": "ring"}',
      row('"note\\u0000": "a"'),
    );
    expect(errors).toEqual([
      { line: 1, reason: 'note holds a NUL character' },
      { line: 2, reason: 'note holds a NUL character' },
      {
        line: 3,
        reason:
          'sku must be text or a whole number; title must be text; web_price must be a number from 0 up, such as 19.99',
      },
      { line: 4, reason: 'sku is missing' },
      { line: 5, reason: expect.stringContaining('unsupported Unicode escape sequence') },
    ]);
  });

  it('keeps the catalogues of two brands separate', async () => {
    const other = await bench.addBrand();
    await importCatalogue('one.csv', header, '1,A,1,ring,');
    expect(await bench.importLines('catalog', other, 'one.csv', header, '1,B,1,ring,')).toEqual(counts(1, 0, 0));
    expect(await readItems()).toMatchObject([{ title: 'A' }]);
  });

  it('notifies the services only of an import that wrote something', async () => {
    const readVersions = () =>
      bench.readRows(
        brand,
        'SELECT catalogue::int, stock::int, orders::int, stock_imported_at FROM data_versions WHERE brand_id = $1',
      );
    const announced = (catalogue: number) => [{ catalogue, stock: 0, orders: 0, stock_imported_at: null }];
    await importCatalogue('one.csv', header, '1,A,1,ring,');
    expect(await readVersions()).toEqual(announced(1));
    await importCatalogue('one.csv', header, '1,A,1,ring,');
    await importCatalogue('bad.csv', header, '2,A,x,ring,');
    expect(await readVersions()).toEqual(announced(1));
    await importCatalogue('two.csv', header, '1,A,2,ring,', '2,A,x,ring,');
    expect(await readVersions()).toEqual(announced(2));
  });

  it('notifies the services and records what was written when it ends early', async () => {
    await bench.database.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON catalog_items FOR EACH ROW WHEN (NEW.title = 'one too many') EXECUTE FUNCTION fail()`);
    const rows = Array.from({ length: 2500 }, (_, at) => `${at},Product ${at},1,ring,`);
    const file = await bench.writeLines('early.csv', header, ...rows, '9999,one too many,1,ring,');
    const { code, stdout, stderr } = await bench.run('catalog', 'import', file, '--brand', brand, '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('disk full') });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unavailable' } });
    expect(await readItems()).toHaveLength(2000);
    expect(await bench.readRows(brand, 'SELECT catalogue::int FROM data_versions WHERE brand_id = $1')).toEqual([
      { catalogue: 1 },
    ]);
    expect(await bench.readAudit()).toContainEqual(
      expect.objectContaining({ subject: 'early.csv', detail: expect.objectContaining({ inserted: 2000 }) }),
    );
  });

  it('records the file and the counts', async () => {
    await importCatalogue('recorded.csv', header, '1,A,1,ring,', '?,A,x,ring,');
    expect(await bench.readAudit()).toContainEqual({
      actor: expect.stringMatching(/^operator:./),
      action: 'catalog.import',
      subject: 'recorded.csv',
      detail: { inserted: 1, updated: 0, unchanged: 0, rejected: 1 },
      slug: brand,
    });
  });

  it('handles two concurrent imports of the same products', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `${at},Product ${at},1,ring,`);
    const reports = await Promise.all([
      importCatalogue('up.csv', header, ...rows),
      importCatalogue('down.csv', header, ...rows.toReversed()),
    ]);
    expect(reports.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(3000);
    expect(await readItems()).toHaveLength(3000);
  });
});

describe('catalog import --complete', () => {
  const importAll = async (name: string, lines: string[], ...options: string[]) => {
    const file = await bench.writeLines(name, header, ...lines);
    const { stdout } = await bench.run('catalog', 'import', file, '--brand', brand, '--json', '--complete', ...options);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const readRetired = async () =>
    (
      await bench.readRows(
        brand,
        'SELECT sku FROM catalog_items WHERE brand_id = $1 AND retired_at IS NOT NULL ORDER BY sku',
      )
    ).map((row) => Object(row).sku);
  const row = (sku: string | number, price = '1') => `${sku},Product ${sku},${price},pendant,`;

  beforeEach(async () => {
    await importCatalogue('before.csv', header, ...Array.from({ length: 2500 }, (_, at) => row(at + 1)));
  });

  it('retires missing products, reports the number, and ends the retirement of products in a later file', async () => {
    expect(await importAll('dry.csv', [row(1), row(2)], '--dry-run')).toMatchObject({ unchanged: 2, retired: 2498 });
    expect(await readRetired()).toEqual([]);
    const first = await importAll('all.csv', [row(1), ` ${row(2)}`, row(9999)]);
    expect(first).toEqual({ ...counts(1, 0, 2), retired: 2498 });
    expect(await readRetired()).toHaveLength(2498);
    expect(await readItems()).toHaveLength(2501);
    expect(await bench.readRows(brand, 'SELECT catalogue::int FROM data_versions WHERE brand_id = $1')).toEqual([
      { catalogue: 2 },
    ]);
    expect(await importAll('all.csv', [row(1), row(2), row(9999)])).toEqual({ ...counts(0, 0, 3), retired: 0 });
    expect(await importCatalogue('later.csv', header, row(7))).toEqual(counts(0, 1, 0));
    expect(await readRetired()).not.toContain('7');
  });

  it('keeps the products of rejected rows, and all products when a row does not identify its product', async () => {
    expect(await importAll('price.csv', [row(1), row(2, 'x')])).toMatchObject({ rejected: 1, retired: 2498 });
    expect(await readRetired()).not.toContain('2');
    await importCatalogue('again.csv', header, ...Array.from({ length: 2500 }, (_, at) => row(at + 1)));
    for (const bad of [row(''), '5,"torn', '5,torn,1,pendant,,x', row('\uFFFD')]) {
      expect(await importAll('unknown.csv', [row(1), bad])).toMatchObject({ rejected: 1, retired: 0 });
    }
    expect(await importAll('none.csv', [])).toMatchObject({ retired: 0 });
    expect(await readRetired()).toEqual([]);
  });

  it('retires the products that are gone beside rows of separators, and rows whose SKU no catalogue can hold', async () => {
    const tooLong = row('x'.repeat(121));
    expect(await importAll('gone.csv', [row(1), ',,,,', tooLong, ',,,,'])).toMatchObject({
      rejected: 1,
      retired: 2499,
    });
    expect(await importAll('short.csv', ['2,Product 2,1,pendant'])).toMatchObject({ updated: 1, retired: 1 });
  });

  it('refuses a second complete import of the brand while one runs, also in a dry run', async () => {
    const one = await bench.writeLines('one.csv', header, row(1), row('one'));
    const two = await bench.writeLines('two.csv', header, row(2), row('two'));
    const run = (file: string, ...options: string[]) =>
      bench.run('catalog', 'import', file, '--brand', brand, '--complete', '--json', ...options);
    const { query, transaction } = bench.database;
    const lockWaits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    let first: ReturnType<typeof run> | undefined;
    await transaction(async (hold) => {
      await hold("SELECT 1 FROM catalog_items WHERE sku = '1' FOR UPDATE");
      await hold("UPDATE catalog_items SET title = 'held' WHERE sku = '1'");
      first = run(one);
      await until('the first import waits for the row', async () => (await query(lockWaits)).length > 0);
      for (const options of [[], ['--dry-run']]) {
        const { code, stdout } = await run(two, ...options);
        expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
          code: 1,
          stdout: { error: { code: 'conflict' } },
        });
      }
    });
    expect(JSON.parse((await first)?.stdout ?? '')).toMatchObject({ inserted: 1, retired: 2499 });
    expect((await run(two)).code).toBe(0);
    const offered = await bench.readRows(
      brand,
      'SELECT sku FROM catalog_items WHERE brand_id = $1 AND retired_at IS NULL ORDER BY sku',
    );
    expect(offered).toEqual([{ sku: '2' }, { sku: 'two' }]);
  });
});
