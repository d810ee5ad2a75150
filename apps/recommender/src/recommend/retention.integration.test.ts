import { randomUUID } from 'node:crypto';
import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { applyRetention } from './retention.store.ts';

let server: TestDatabase;
let database: Database;
const brandId = randomUUID();

beforeAll(async () => {
  server = await createTestDatabase();
  database = createDatabase({
    url: server.url,
    maxConnections: 2,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
  await database.query("INSERT INTO brands (id, slug, name, country) VALUES ($1, 'acme', 'Acme', 'US')", [brandId]);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Stores an offer and a confirmed sale that happened this many days ago. */
async function fileOffer(name: string, offeredDaysAgo: number, soldDaysAgo: number): Promise<void> {
  const [offer, sale] = [randomUUID(), randomUUID()];
  await database.query(
    `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
                                  feature_schema_hash, artifact_version, catalog_version, offered_skus, offers,
                                  offer_features, created_at)
     VALUES ($1, $2, '4155552671', $3, 1, false, '{}', 1, false, 'h', 'a', 'c', '{7}', '[]', '',
             now() - $4 * interval '1 day')`,
    [offer, brandId, name, offeredDaysAgo],
  );
  await database.query(
    `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
                            attributed_revenue, created_at)
     VALUES ($1, $2, $3, '4155552671', '{7}', '{7}', true, 1, now() - $4 * interval '1 day')`,
    [sale, brandId, offer, soldDaysAgo],
  );
  await database.query(
    `INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, matched) VALUES ($1, $2, $3, '7', 1, true)`,
    [sale, brandId, offer],
  );
}

it('retention deletes old offers with their purchases and keeps an offer with a newer purchase', async () => {
  await fileOffer('old', 31, 31);
  await fileOffer('sold since', 31, 1);
  await fileOffer('young', 29, 29);
  const apply = () => applyRetention(database.prisma, brandId);
  expect(await apply()).toBe(0);
  await database.query('UPDATE brands SET retention_days = 30');
  expect([await apply(), await apply()]).toEqual([1, 0]);
  expect(await database.query('SELECT source FROM recommendations ORDER BY source')).toEqual([
    { source: 'sold since' },
    { source: 'young' },
  ]);
  expect(
    await database.query(
      'SELECT (SELECT count(*)::int FROM purchases) AS sales, (SELECT count(*)::int FROM purchase_lines) AS lines',
    ),
  ).toEqual([{ sales: 2, lines: 2 }]);
});
