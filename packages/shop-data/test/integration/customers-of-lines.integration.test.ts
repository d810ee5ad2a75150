import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { lockCustomers } from '../../src/customer-statements.ts';
import { createOrderTarget } from '../../src/order-target.ts';

let testDatabase: TestDatabase;
let database: Database;
const brandId = randomUUID();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({ url: testDatabase.url, maxConnections: 3, applicationName: 'test' });
  await database.query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, 'shop', 'Shop', 'US')`, [brandId]);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const importLine = (customerId: string) => {
  const target = createOrderTarget(database, { id: brandId, country: 'US' });
  const row = { phone: '4155550100', sku: 'A-1', order_date: '2026-01-02', customer_id: customerId };
  return target.upsert([target.schema.parse(row)]);
};
const linesWithoutCustomer = () =>
  database.query(
    'SELECT 1 FROM order_lines WHERE NOT EXISTS (SELECT FROM customers WHERE customers.id = order_lines.customer_id)',
  );

test('a customer with order lines cannot be deleted; after the lines they can', async () => {
  await importLine('C-1');
  const deleteCustomers = () => database.query('DELETE FROM customers WHERE brand_id = $1', [brandId]);

  await expect(deleteCustomers()).rejects.toMatchObject({
    code: '23503',
    message: 'a customer with order lines cannot be deleted',
  });
  await database.query('DELETE FROM order_lines WHERE brand_id = $1', [brandId]);
  await deleteCustomers();
  expect(await database.query('SELECT 1 FROM customers')).toEqual([]);
});

test('an import that begins while its customer is deleted adds the customer again with the line', async () => {
  await importLine('C-2');
  let importing: ReturnType<typeof importLine> | undefined;
  await database.transaction(async (query) => {
    await lockCustomers(query, brandId);
    importing = importLine('C-2');
    await pause(200);
    await query('DELETE FROM order_lines WHERE brand_id = $1', [brandId]);
    await query('DELETE FROM customers WHERE brand_id = $1', [brandId]);
  });

  expect(await importing).toMatchObject({ inserted: 1 });
  expect(await linesWithoutCustomer()).toEqual([]);
  expect(await database.query('SELECT 1 FROM customers WHERE customer_id = $1', ['C-2'])).toHaveLength(1);
});
