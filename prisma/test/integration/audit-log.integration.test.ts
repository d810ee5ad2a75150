import { createDatabase, type Database } from '../../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = createDatabase({
    url: server.url,
    maxConnections: 2,
    applicationName: 'audit-log-test',
    connectionTimeoutMs: 10_000,
  });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

it.each([
  "UPDATE audit_log SET actor = 'nobody'",
  'UPDATE audit_log SET id = id WHERE false',
  'DELETE FROM audit_log',
  'TRUNCATE audit_log',
  'DELETE FROM brands',
])('the audit log refuses to change its entries: %s', async (statement) => {
  await database.query(
    "INSERT INTO brands (id, slug, name, country) VALUES (gen_random_uuid(), 'acme', 'Acme', 'US') ON CONFLICT DO NOTHING",
  );
  await database.query(
    "INSERT INTO audit_log (brand_id, actor, action, subject) SELECT id, 'operator:ann', 'brand.create', 'acme' FROM brands",
  );
  const read = () => database.query('SELECT * FROM audit_log ORDER BY id');
  const before = await read();
  await expect(database.query(statement)).rejects.toThrow(/append only|violates .*foreign key|audit_log_brand_id_fkey/);
  expect(await read()).toEqual(before);
});
