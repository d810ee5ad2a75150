import { createDatabase, type Database, type Query } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { readRankerData } from '../../src/adapters/ranker-data-reader.ts';
import { addBrand, addCustomer, addProducts, type TestBrand } from '../support/shop.ts';

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

test('catalogue and orders are read as of one instant, with any commits in between', async () => {
  const order = { brandId: brand.id, now: new Date('2026-06-01T12:00:00Z'), featureSchema: { hash: 'f', names: [] } };
  const known = await readRankerData(database.transaction, order);
  const meanwhile = () =>
    addCustomer(database.query, brand, { phone: '2015550001', lines: [{ sku: '401', date: '2026-01-06' }] });
  const read = await readRankerData(
    interrupted(async () => void (await meanwhile())),
    order,
  );
  expect(read.rows.days).toHaveLength(1);
  expect(read.rows).toEqual(known.rows);
  expect((await readRankerData(database.transaction, order)).rows.days).toHaveLength(2);
});
