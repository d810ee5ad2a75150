import type { Query } from '@callside/database';
import { createOrderTarget, importRows, lockCustomers, runInDryRun } from '@callside/shop-data';
import { until } from '@callside/test-kit';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
let database: CommandBench['database'];
let brandId: string;
beforeAll(async () => {
  bench = await createCommandBench();
  database = bench.database;
  await createBrand(bench, 'acme');
  const [brand] = await database.query<{ id: string }>("SELECT id FROM brands WHERE slug = 'acme'");
  brandId = brand?.id ?? '';
});
beforeEach(async () => {
  await deleteLines(database.query);
  await deleteCustomers(database.query);
});
afterAll(() => bench.close());

const importLine = (customerId: string, sku = 'A-1', into: Parameters<typeof createOrderTarget>[0] = database) => {
  const target = createOrderTarget(into, { id: brandId, country: 'US' });
  const row = { phone: '4155550100', sku, order_date: '2026-01-02', customer_id: customerId };
  return target.upsert([target.schema.parse(row)]);
};
const addLine = (query: Query, customer: string | undefined) =>
  query(`INSERT INTO order_lines (brand_id, customer_id, sku, order_date) VALUES ($1, $2, 'A-3', '2026-01-03')`, [
    brandId,
    customer,
  ]);
const deleteLines = (query: Query) => query('DELETE FROM order_lines WHERE brand_id = $1', [brandId]);
const deleteCustomers = (query: Query) => query('DELETE FROM customers WHERE brand_id = $1', [brandId]);
const customers = () => database.query('SELECT customer_id FROM customers');
const linesWithoutCustomer = () =>
  database.query(
    'SELECT 1 FROM order_lines WHERE NOT EXISTS (SELECT FROM customers WHERE customers.id = order_lines.customer_id)',
  );
const waitsForLock = async () =>
  (
    await database.query(
      `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
    )
  ).length > 0;

const waitsForRow = async () =>
  (
    await database.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event <> 'advisory'",
    )
  ).length > 0;

test('a customer with order lines cannot be deleted; after the lines they can', async () => {
  await importLine('C-1');
  await expect(deleteCustomers(database.query)).rejects.toMatchObject({
    code: '23503',
    message: 'a customer with order lines cannot be deleted',
  });
  await deleteLines(database.query);
  await deleteCustomers(database.query);
  expect(await customers()).toEqual([]);
});

test('an import waits while a customer is deleted, and then adds them again with the line', async () => {
  await importLine('C-2');
  let importing: ReturnType<typeof importLine> | undefined;
  await database.transaction(async (query) => {
    await deleteLines(query);
    await deleteCustomers(query);
    importing = importLine('C-2', 'A-2');
    await until('the import waits for the lock', waitsForLock);
  });

  expect(await importing).toMatchObject({ inserted: 1 });
  expect(await linesWithoutCustomer()).toEqual([]);
  expect(await customers()).toEqual([{ customer_id: 'C-2' }]);
});

test('a customer cannot be deleted while an import adds lines of theirs', async () => {
  await importLine('C-3');
  await deleteLines(database.query);
  let deleting: Promise<unknown> | undefined;
  await database.transaction(async (query) => {
    await lockCustomers(query, brandId);
    const [customer] = await query<{ id: string }>('SELECT id FROM customers WHERE brand_id = $1', [brandId]);
    deleting = deleteCustomers(database.query).catch(({ code }) => code);
    await until('the deletion waits for the lock', waitsForLock);
    await addLine(query, customer?.id);
  });

  expect(await deleting).toBe('23503');
  expect(await linesWithoutCustomer()).toEqual([]);
});

test('a dry run keeps neither an import nor an erasure of the brand waiting', async () => {
  await runInDryRun(database, async (rehearsal) => {
    await importLine('C-5', 'A-1', rehearsal);
    expect(await importLine('C-6')).toMatchObject({ inserted: 1 });
    await bench.json('customer', 'erase', '--brand', 'acme', '--customer-id', 'C-6');
  });
  expect(await customers()).toEqual([]);
});

test('an import that a deadlock ended writes its batch again', async () => {
  await importLine('C-8', 'A-1');
  await importLine('C-8', 'A-2');
  const target = createOrderTarget(database, { id: brandId, country: 'US' });
  const row = { phone: '4155550100', order_date: '2026-01-02', customer_id: 'C-8', qty: '5' };
  const entries = ['A-2', 'A-1'].map((sku, at) => ({ line: at + 2, record: { ...row, sku } }));
  let importing: ReturnType<typeof importRows> | undefined;
  await database.transaction(async (query) => {
    // PostgreSQL ends the import then, not this transaction.
    await query("SET LOCAL deadlock_timeout = '1h'");
    const touch = (sku: string) =>
      query('UPDATE order_lines SET returned_at = NULL WHERE brand_id = $1 AND sku = $2', [brandId, sku]);
    await touch('A-1');
    importing = importRows(asyncOf([{ entries, bytesRead: 0 }]), target, {});
    await until('the import waits for a line', waitsForRow);
    await touch('A-2');
  });

  expect(await importing).toMatchObject({ updated: 2, rejected: 0 });
});

async function* asyncOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

test('a dry run ends when an import has the rows that it needs, and the import goes on', async () => {
  const importQuantities = (
    quantities: Record<string, number>,
    into: Parameters<typeof createOrderTarget>[0] = database,
  ) => {
    const target = createOrderTarget(into, { id: brandId, country: 'US' });
    const row = { phone: '4155550100', order_date: '2026-01-02', customer_id: 'C-7' };
    return target.upsert(Object.entries(quantities).map(([sku, qty]) => target.schema.parse({ ...row, sku, qty })));
  };
  await importQuantities({ 'A-1': 1, 'A-2': 1 });
  let importing: ReturnType<typeof importQuantities> | undefined;
  const dryRun = runInDryRun(database, async (rehearsal) => {
    await importQuantities({ 'A-1': 2 }, rehearsal);
    importing = importQuantities({ 'A-2': 3, 'A-1': 3 });
    await until('the import waits for a line of the dry run', waitsForRow);
    await importQuantities({ 'A-2': 2 }, rehearsal);
  });

  await expect(dryRun).rejects.toMatchObject({ code: '55P03' });
  expect(await importing).toMatchObject({ updated: 2 });
});

test('an erasure waits for an import, and erases the line that it adds', async () => {
  await importLine('C-4');
  let erasing: Promise<unknown> | undefined;
  await database.transaction(async (query) => {
    await lockCustomers(query, brandId);
    const [customer] = await query<{ id: string }>('SELECT id FROM customers WHERE brand_id = $1', [brandId]);
    erasing = bench.json('customer', 'erase', '--brand', 'acme', '--customer-id', 'C-4');
    await until('the erasure waits for the lock', waitsForLock);
    await addLine(query, customer?.id);
  });

  await erasing;
  expect(await customers()).toEqual([]);
  expect(await database.query('SELECT 1 FROM order_lines')).toEqual([]);
});
