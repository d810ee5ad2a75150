import {
  announceImport,
  createOrderTarget,
  createReturnTarget,
  type ImportTarget,
  inSavepoints,
  runInDryRun,
} from '@callside/shop-data';
import { until } from '@callside/test-kit';
import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
let database: ImportBench['database'];
let brand: string;
let brandId: string;
beforeAll(async () => {
  bench = await createImportBench();
  database = bench.database;
});
beforeEach(async () => {
  brand = await bench.addBrand();
  [{ id: brandId }] = (await bench.readRows(brand, 'SELECT id FROM brands WHERE id = $1')) as [{ id: string }];
});
afterAll(() => bench.close());

const columns = 'phone,sku,order_date';
const line = { phone: '4155550100', sku: '1', order_date: '2024-01-01' };
/** Writes a line as an import does, without the end of the import. */
const writeLine = (row = line, into: Parameters<typeof createOrderTarget>[0] = database) => {
  const target = createOrderTarget(into, { id: brandId, country: 'US' });
  return target.upsert([target.schema.parse(row)]);
};
const isNoted = async () =>
  (await bench.readRows(brand, 'SELECT FROM unannounced_orders WHERE brand_id = $1')).length > 0;
const readVersion = () => bench.readRows(brand, 'SELECT orders::int FROM data_versions WHERE brand_id = $1');

describe('lines of an import that was killed before its end', () => {
  it('are noted, and the next import notifies the services of them', async () => {
    await writeLine();
    expect(await isNoted()).toBe(true);
    expect(await bench.importLines('orders', brand, 'again.csv', columns, '4155550100,1,2024-01-01')).toEqual(
      counts(0, 0, 1),
    );
    expect(await isNoted()).toBe(false);
    expect(await readVersion()).toEqual([{ orders: 1 }]);
  });

  it('are not noted when they are of days to come', async () => {
    await writeLine({ ...line, order_date: '2999-01-01' });
    expect(await isNoted()).toBe(false);
  });

  it('stay noted when data of another kind are imported', async () => {
    await writeLine();
    await bench.importLines('stock', brand, 'stock.csv', 'sku,on_hand', '1,5');
    expect(await isNoted()).toBe(true);
  });

  it('are noted again when they are returned', async () => {
    await bench.importLines('orders', brand, 'one.csv', columns, '4155550100,1,2024-01-01');
    expect(await isNoted()).toBe(false);
    const target = createReturnTarget(database, { id: brandId, country: 'US', time_zone: 'UTC' });
    await target.upsert([target.schema.parse(line)]);
    expect(await isNoted()).toBe(true);
  });
});

it.each(['orders', 'returns'])('a dry run of %s leaves no note and keeps nobody waiting for one', async (kind) => {
  await bench.importLines('orders', brand, 'one.csv', columns, '4155550100,1,2024-01-01');
  await runInDryRun(database, async (rehearsal) => {
    const target =
      kind === 'orders'
        ? createOrderTarget(rehearsal, { id: brandId, country: 'US' })
        : createReturnTarget(rehearsal, { id: brandId, country: 'US', time_zone: 'UTC' });
    const row = target.schema.parse({ ...line, ...(kind === 'orders' && { sku: '2' }) });
    await (target as ImportTarget<unknown>).upsert([row]);
    await announceImport(database.query, brandId, 'orders', { inserted: 1, updated: 0, unchanged: 0 });
    await database.query('INSERT INTO unannounced_orders (brand_id) VALUES ($1)', [brandId]);
  });
  expect(await isNoted()).toBe(true);
});

test('an import that ends waits for the lines that another one is writing, and notifies the services of both', async () => {
  await writeLine();
  let ending: Promise<unknown> | undefined;
  await database.transaction(async (query) => {
    await writeLine({ ...line, sku: '2' }, inSavepoints(query));
    ending = announceImport(database.query, brandId, 'orders', { inserted: 1, updated: 0, unchanged: 0 });
    await until('the announcement waits', async () => {
      const waiting = await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
  });
  await ending;
  expect(await isNoted()).toBe(false);
  expect(await readVersion()).toEqual([{ orders: 1 }]);
});
