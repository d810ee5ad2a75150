import { createDatabase, type Database, type Query } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { setObjections } from '@callside/shop-data';
import { addBrand, addCustomer, addProducts, type TestBrand } from '../../test/support/shop.ts';
import { never } from './shop-as-of.ts';
import { readRankerData } from './training-data.store.ts';

let testDatabase: TestDatabase;
let database: Database;
let brand: TestBrand;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({
    url: testDatabase.url,
    maxConnections: 3,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
  brand = await addBrand(database.query);
  await addProducts(database.query, brand);
  await addCustomer(database.query, brand, { phone: '2015550000', lines: [{ sku: '401', date: '2026-01-05' }] });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Transactions during which another one commits, after the catalogue was read. */
function interrupted(work: () => Promise<void>): Database['transaction'] {
  return (run) =>
    database.transaction(async (query) => {
      let isDone = false;
      const watched: Query = async (text, values) => {
        if (!isDone && text.includes('order_lines')) {
          isDone = true;
          await work();
        }
        return query(text, values);
      };
      return run(watched);
    });
}

test('catalogue and orders are read as of one instant, whatever commits in between', async () => {
  const input = {
    brandId: brand.id,
    now: new Date('2026-06-01T12:00:00Z'),
    featureSchema: { hash: 'f', names: [], sizedArticleTypes: [] },
  };
  const known = await readRankerData(database.transaction, input);
  const meanwhile = () =>
    addCustomer(database.query, brand, { phone: '2015550001', lines: [{ sku: '401', date: '2026-01-06' }] });
  const read = await readRankerData(
    interrupted(async () => void (await meanwhile())),
    input,
  );
  expect(read.rows.days).toHaveLength(1);
  expect(read.rows).toEqual(known.rows);
  expect((await readRankerData(database.transaction, input)).rows.days).toHaveLength(2);
});

test('orders of customers who object are left out, also when an import brings back one who was erased', async () => {
  const other = await addBrand(database.query);
  await addProducts(database.query, other);
  const buy = (phone: string | null, customerId: string | null, sku: string) =>
    addCustomer(database.query, other, { phone, customerId, lines: [{ sku, date: '2026-01-05' }] });
  await buy('2015550021', null, '401');
  await buy('2015550022', 'C22', '402');
  await buy('2015550023', null, '403');
  await buy('2015550024', 'C24', '501');
  const subjects = [
    { phoneNumber: '+12015550021', customerId: null },
    { phoneNumber: null, customerId: 'C22' },
    { phoneNumber: '+12015550023', customerId: null },
  ];
  await setObjections(database.query, other.id, subjects);
  await database.query("UPDATE objections SET phone_number = NULL WHERE phone_number = '+12015550023'");
  const { catalogue, rows, justBoughtDays } = await readRankerData(database.transaction, {
    brandId: other.id,
    now: new Date('2026-06-01T12:00:00Z'),
    featureSchema: { hash: 'f', names: [], sizedArticleTypes: [] },
  });
  expect(Array.from(rows.items, (item) => catalogue.items[item]?.sku)).toEqual(['501']);
  expect(justBoughtDays).toBe(3);
});

test('orders of a number are left out when a customer with the number objects by code, and orders of another code are not', async () => {
  const other = await addBrand(database.query);
  await addProducts(database.query, other);
  const buy = (customerId: string | null, sku: string) =>
    addCustomer(database.query, other, { phone: '2015550025', customerId, lines: [{ sku, date: '2026-01-05' }] });
  await buy(null, '401');
  await buy('objects', '402');
  await buy('agrees', '403');
  await setObjections(database.query, other.id, [{ phoneNumber: null, customerId: 'objects' }]);
  const { catalogue, rows } = await readRankerData(database.transaction, {
    brandId: other.id,
    now: new Date('2026-06-01T12:00:00Z'),
    featureSchema: { hash: 'f', names: [], sizedArticleTypes: [] },
  });
  expect(Array.from(rows.items, (item) => catalogue.items[item]?.sku)).toEqual(['403']);
});

test('a line with an unknown SKU counts by a title that one product has, as in a history that was sent', async () => {
  const other = await addBrand(database.query);
  await addProducts(database.query, other);
  const set = (text: string, ...values: unknown[]) => database.query(text, [other.id, ...values]);
  await set("UPDATE catalog_items SET title = 'Lone star' WHERE brand_id = $1 AND sku = '401'");
  await set("UPDATE catalog_items SET title = 'Twin' WHERE brand_id = $1 AND sku IN ('402', '403')");
  const lines = ['OLD, 1', 'OLD 2', 'OLD 3', 'OLD 4', '403'].map((sku) => ({ sku, date: '2026-01-05' }));
  await addCustomer(database.query, other, { phone: '2015550009', lines });
  for (const [sku, title] of [
    ['OLD, 1', ' LONE  Star'],
    ['OLD 2', 'Twin'],
    ['OLD 3', 'Nobody knows'],
    ['403', 'Lone star'],
  ]) {
    await set('UPDATE order_lines SET product_title = $3 WHERE brand_id = $1 AND sku = $2', sku, title);
  }
  const { catalogue, rows } = await readRankerData(database.transaction, {
    brandId: other.id,
    now: new Date('2026-06-01T12:00:00Z'),
    featureSchema: { hash: 'f', names: [], sizedArticleTypes: [] },
  });
  expect(Array.from(rows.items, (item) => catalogue.items[item]?.sku).sort()).toEqual(['401', '403']);
});

test('the days on which a product was added, retired or sold out are days in the time zone of the brand', async () => {
  const other = await addBrand(database.query);
  await addProducts(database.query, other);
  await database.query('UPDATE brands SET time_zone = $2 WHERE id = $1', [other.id, 'America/New_York']);
  const set = (text: string, ...values: unknown[]) => database.query(text, [other.id, ...values]);
  await set("UPDATE catalog_items SET created_at = '2026-03-02T12:00:00Z' WHERE brand_id = $1");
  // Ten in the evening of the day before in New York.
  await set("UPDATE catalog_items SET retired_at = '2026-05-04T02:00:00Z' WHERE brand_id = $1 AND sku = '401'");
  await set('DELETE FROM stock_levels WHERE brand_id = $1');
  const level = 'INSERT INTO stock_levels (brand_id, sku, on_hand, updated_at) VALUES ($1, $2, $3, $4)';
  await set(level, '402', 0, '2026-04-05T12:00:00Z');
  await set(level, '403', 7, '2026-04-05T12:00:00Z');
  const { catalogue, records } = await readRankerData(database.transaction, {
    brandId: other.id,
    now: new Date('2026-06-01T12:00:00Z'),
    featureSchema: { hash: 'f', names: [], sizedArticleTypes: [] },
  });
  const of = (sku: string) => {
    const item = catalogue.indexOfSku(sku) as number;
    return [records?.created, records?.retired, records?.soldOut].map((days) => days?.[item]);
  };
  const day = (date: string) => Date.parse(date) / 86_400_000;
  expect(of('401')).toEqual([day('2026-03-02'), day('2026-05-03'), never]);
  expect(of('402')).toEqual([day('2026-03-02'), never, day('2026-04-05')]);
  expect(of('403')).toEqual([day('2026-03-02'), never, never]);
});
