import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
let brand: string;

beforeAll(async () => {
  bench = await createImportBench();
});
beforeEach(async () => {
  brand = await bench.addBrand();
});
afterAll(() => bench.close());

const importStock = (name: string, ...lines: string[]) => bench.importLines('stock', brand, name, ...lines);
const readLevels = () =>
  bench.readRows(brand, 'SELECT sku, on_hand FROM stock_levels WHERE brand_id = $1 ORDER BY sku');
const readVersions = () =>
  bench.readRows(brand, 'SELECT stock::int, stock_imported_at FROM data_versions WHERE brand_id = $1') as Promise<
    { stock: number; stock_imported_at: Date | null }[]
  >;

describe('stock import', () => {
  it('sets levels, also of products that the catalogue does not have, and changes nothing a second time', async () => {
    expect(await importStock('one.csv', 'sku,on_hand', '1,5', '2,0')).toEqual(counts(2, 0, 0));
    const second = ['{"sku": 1, "on_hand": 4}', '{"sku": "2", "on_hand": "0"}', '{"sku": 3, "on_hand": -2}'];
    expect(await importStock('two.ndjson', ...second)).toEqual(counts(1, 1, 1));
    expect(await importStock('two.ndjson', ...second)).toEqual(counts(0, 0, 3));
    expect(await readLevels()).toEqual([
      { sku: '1', on_hand: 4 },
      { sku: '2', on_hand: 0 },
      { sku: '3', on_hand: -2 },
    ]);
  });

  it('applies the later of two rows of one product', async () => {
    expect(await importStock('twice.csv', 'sku,on_hand', '1,5', '1,6')).toEqual(counts(1, 1, 0));
    expect(await readLevels()).toEqual([{ sku: '1', on_hand: 6 }]);
  });

  it('rejects bad rows with line and reason, and imports the rest', async () => {
    const { inserted, errors } = await importStock(
      'bad.csv',
      'sku,on_hand',
      `${'x'.repeat(121)},1`,
      '1,many',
      '2,1.5.0',
      '3,',
      '4,2147483648',
      '5,-2147483649',
      '6,1e3',
      '7,+2147483647',
      '8,-2147483648',
    );
    const notWhole = 'on_hand must be a number, such as 12, 0 or -3';
    const outOfRange = 'on_hand must be between -2147483648 and 2147483647';
    expect(errors).toEqual([
      { line: 2, reason: 'sku must be 1 to 120 printable characters' },
      { line: 3, reason: notWhole },
      { line: 4, reason: notWhole },
      { line: 5, reason: 'on_hand is missing' },
      { line: 6, reason: outOfRange },
      { line: 7, reason: outOfRange },
      { line: 8, reason: notWhole },
    ]);
    expect(inserted).toBe(2);
    expect(await readLevels()).toEqual([
      { sku: '7', on_hand: 2147483647 },
      { sku: '8', on_hand: -2147483648 },
    ]);
  });

  it('rounds fractions down, and ignores what nobody sees', async () => {
    await importStock('cloth.csv', 'sku,on_hand', '1,0.0', '2,2.5', '3,0.9', '4,\u22122.5', '5,\u200E7\u00A0');
    await importStock('cloth.ndjson', '{"sku": 6, "on_hand": 1.5}');
    expect(await readLevels()).toEqual([
      { sku: '1', on_hand: 0 },
      { sku: '2', on_hand: 2 },
      { sku: '3', on_hand: 0 },
      { sku: '4', on_hand: -3 },
      { sku: '5', on_hand: 7 },
      { sku: '6', on_hand: 1 },
    ]);
  });

  it('rejects another type in NDJSON', async () => {
    const { errors } = await importStock('bad.ndjson', '{"sku": 1, "on_hand": [1]}', '{"sku": 1, "on_hand": true}');
    expect(errors.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('notifies the services of an import that wrote something, and dates the stock by any that confirms it', async () => {
    await importStock('one.csv', 'sku,on_hand', '1,5');
    const [first] = await readVersions();
    expect(first).toEqual({ stock: 1, stock_imported_at: expect.any(Date) });
    await importStock('one.csv', 'sku,on_hand', '1,5');
    const [second] = await readVersions();
    expect(second?.stock).toBe(1);
    expect(second?.stock_imported_at?.getTime()).toBeGreaterThan(first?.stock_imported_at?.getTime() ?? 0);
    await importStock('bad.csv', 'sku,on_hand', '1,x');
    expect(await readVersions()).toEqual([second]);
  });

  it('records the file and the counts', async () => {
    await importStock('recorded.csv', 'sku,on_hand', '1,5');
    expect(await bench.readAudit()).toContainEqual(
      expect.objectContaining({ action: 'stock.import', subject: 'recorded.csv', slug: brand }),
    );
  });

  it('accepts more rows than a batch', async () => {
    const rows = Array.from({ length: 7000 }, (_, at) => `${at},${at % 3}`);
    expect(await importStock('many.csv', 'sku,on_hand', ...rows)).toEqual(counts(7000, 0, 0));
    expect(await importStock('many.csv', 'sku,on_hand', ...rows)).toEqual(counts(0, 0, 7000));
  });
});
