import { createHash, randomUUID } from 'node:crypto';
import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
let brand: string;
beforeAll(async () => {
  bench = await createImportBench();
});
beforeEach(async () => {
  brand = await bench.addBrand();
  await bench.importLines(
    'orders',
    brand,
    'orders.csv',
    'phone,sku,order_date,order_id,customer_id',
    '2015550100,7,2026-03-01,A,',
    '2015550100,8,2026-03-01,A,',
    '2015550100,8,2026-03-01,B,',
    '2015550101,9,2026-03-02,C,K1',
  );
});
afterAll(() => bench.close());

const importReturns = (...lines: string[]) =>
  bench.importLines(
    'returns',
    brand,
    'returns.csv',
    'order_line_id,phone,customer_id,sku,order_date,order_id',
    ...lines,
  );
const readReturned = async () =>
  (
    await bench.readRows(
      brand,
      'SELECT sku, order_id FROM order_lines WHERE brand_id = $1 AND returned_at IS NOT NULL ORDER BY sku, order_id',
    )
  ).map((row) => `${Object(row).sku} of ${Object(row).order_id}`);

describe('returns import', () => {
  it('marks lines by number or customer, SKU and day, notifies the services, and changes nothing a second time', async () => {
    const rows = [',(201) 555-0100,, 7 ,2026-03-01,', ',,K1,9,2026-03-02,', ',2015550100,,8,2026-03-01,B'];
    expect(await importReturns(...rows)).toEqual(counts(0, 3, 0));
    expect(await readReturned()).toEqual(['7 of A', '8 of B', '9 of C']);
    expect(await importReturns(...rows)).toEqual(counts(0, 0, 3));
    expect(await bench.readRows(brand, 'SELECT orders::int FROM data_versions WHERE brand_id = $1')).toEqual([
      { orders: 2 },
    ]);
    // An import of the same orders does not undo the return.
    await bench.importLines(
      'orders',
      brand,
      'again.csv',
      'phone,sku,order_date,order_id,qty',
      '2015550100,7,2026-03-01,A,3',
    );
    expect(await readReturned()).toEqual(['7 of A', '8 of B', '9 of C']);
  });

  it('does not notify the services of a return of an order of today, which the statistics do not hold yet', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await bench.importLines('orders', brand, 'today.csv', 'phone,sku,order_date', `2015550199,7,${today}`);
    expect(await importReturns(`,2015550199,,7,${today},`)).toEqual(counts(0, 1, 0));
    const isNearMidnight = new Date(Date.now() + 70 * 60_000).toISOString().slice(0, 10) !== today;
    expect(await bench.readRows(brand, 'SELECT orders::int FROM data_versions WHERE brand_id = $1')).toEqual([
      { orders: isNearMidnight ? 3 : 1 },
    ]);
  });

  it('rejects a row that matches no line or several lines, or that identifies none', async () => {
    const report = await importReturns(
      ',2015550100,,99,2026-03-01,',
      ',2015550100,,8,2026-03-01,',
      ',2015550100,,,2026-03-01,',
      ',,K1,9,2026-02-30,',
      'nothing,,,,,',
      ',2015550100,,7,2026-03-01,',
    );
    expect(report).toEqual({
      ...counts(0, 1, 0),
      rejected: 5,
      errors: [
        { line: 2, reason: 'no such line is on file' },
        { line: 3, reason: 'several lines match: add order_id or customer_id' },
        { line: 4, reason: expect.stringContaining('names no line') },
        { line: 5, reason: expect.stringContaining('order_date must be a day') },
        { line: 6, reason: 'no such line is on file' },
      ],
    });
    expect(await readReturned()).toEqual(['7 of A']);
  });

  it('marks a confirmed purchase line by its order_line_id, and its order line, also when the order is imported later', async () => {
    await confirmSale('L1', '7', '2026-03-01T15:00:00Z');
    await confirmSale('L2', '55', '2026-03-05T01:00:00Z');
    expect(await importReturns('L1,,,,,', 'L2,,,,,')).toEqual(counts(0, 2, 0));
    expect(await readReturned()).toEqual(['7 of A']);
    expect(
      await bench.readRows(
        brand,
        'SELECT order_line_id FROM purchase_lines WHERE brand_id = $1 AND returned_at IS NOT NULL ORDER BY 1',
      ),
    ).toEqual([{ order_line_id: 'L1' }, { order_line_id: 'L2' }]);
    await bench.database.query("UPDATE brands SET time_zone = 'America/New_York' WHERE slug = $1", [brand]);
    await bench.importLines('orders', brand, 'late.csv', 'phone,sku,order_date,order_id', '2015550100,55,2026-03-04,D');
    expect(await importReturns('L1,,,,,', 'L2,,,,,')).toEqual(counts(0, 0, 2));
    expect(await readReturned()).toEqual(['55 of D', '7 of A']);
  });

  it('marks a line of each order when a product was bought in two orders of a day, whether both are returned at once or not', async () => {
    await bench.importLines('orders', brand, 'two.csv', 'phone,sku,order_date,order_id', '2015550100,7,2026-03-01,B');
    for (const [id, sku] of [
      ['L1', '7'],
      ['L2', '7'],
      ['L3', '8'],
      ['L4', '8'],
    ] as const) {
      await confirmSale(id, sku, '2026-03-01T15:00:00Z');
    }
    expect(await importReturns('L1,,,,,', 'L1,,,,,')).toMatchObject({ updated: 1 });
    expect(await readReturned()).toEqual(['7 of A']);
    expect(await importReturns('L1,,,,,', 'L2,,,,,', 'L3,,,,,', 'L4,,,,,')).toEqual(counts(0, 3, 1));
    expect(await readReturned()).toEqual(['7 of A', '7 of B', '8 of A', '8 of B']);
    await bench.importLines('orders', brand, 'three.csv', 'phone,sku,order_date,order_id', '2015550100,7,2026-03-01,C');
    expect(await importReturns('L1,,,,,', 'L2,,,,,')).toEqual(counts(0, 0, 2));
    expect(await readReturned()).not.toContain('7 of C');
  });
});

async function confirmSale(orderLineId: string, sku: string, at: string): Promise<void> {
  const { query } = bench.database;
  const [recommendation, purchase] = [randomUUID(), randomUUID()];
  const [found] = await query<{ id: string }>('SELECT id FROM brands WHERE slug = $1', [brand]);
  await query(
    `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
       feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features)
     VALUES ($1, $2, '2015550100', 'IVR', 1, true, '{}', 0, false, '', '', '', '{}', '[]', '')`,
    [recommendation, found?.id],
  );
  await query(
    `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted, attributed_revenue, created_at)
     VALUES ($1, $2, $3, '2015550100', '{}', '{}', false, 0, $4)`,
    [purchase, found?.id, recommendation, at],
  );
  await query(
    `INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, order_line_id, order_line_id_sha256, matched)
     VALUES ($1, $2, $3, $4, 1, $5, $6, false)`,
    [
      purchase,
      found?.id,
      recommendation,
      sku,
      orderLineId,
      createHash('sha256').update(orderLineId, 'utf16le').digest(),
    ],
  );
}
