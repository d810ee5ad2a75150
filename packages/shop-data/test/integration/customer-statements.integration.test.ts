import { randomUUID } from 'node:crypto';
import { queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool } from '@callside/database/testing';
import { planForAnyBrand, readCustomers } from '../../src/customer-statements.ts';

const customers = 2_000;

test('numbers are looked up by themselves, also in a brand that the statistics of PostgreSQL do not know', async () => {
  const database = await createTestDatabase();
  const pool = createTestPool(database.url);
  const client = await pool.connect();
  try {
    const query = queryThrough(client);
    const addBrand = async (count: number) => {
      const id = randomUUID();
      await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, 'Shop', 'US')`, [id, id.slice(0, 8)]);
      await query(
        `INSERT INTO customers (id, brand_id, customer_id, phone_number)
         SELECT gen_random_uuid(), $1, 'C-' || at, '+1415' || (1000000 + at) FROM generate_series(1, $2::int) AS at`,
        [id, count],
      );
      return id;
    };
    await addBrand(10 * customers);
    await query('ANALYZE customers');
    const brandId = await addBrand(customers);

    await query('BEGIN');
    await planForAnyBrand(query);
    const unknown = Array.from({ length: customers }, (_, at) => `+1416${1_000_000 + at}`);
    const known = '+14151000001';
    const found = await readCustomers(
      query,
      brandId,
      [...unknown, known].map((phoneNumber) => ({ customerId: null, phoneNumber, name: null })),
    );
    const [fetched] = await query<{ rows: number }>(
      `SELECT idx_tup_fetch::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'customers'`,
    );
    await query('COMMIT');
    expect(found).toMatchObject([{ phoneNumber: known, customerId: 'C-1' }]);
    expect(fetched?.rows).toBeLessThan(customers);
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
});
