import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createEmptyTestDatabase, createTestDatabase } from '../../src/testing.ts';

async function select<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives concurrent callers separate migrated databases', async () => {
    const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    expect(new Set(databases.map(({ url }) => url)).size).toBe(3);
    for (const { url } of databases)
      expect(await select(url, 'SELECT count(*)::int FROM brands')).toEqual([{ count: 0 }]);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('gives each database its own deployment id, and only one', async () => {
    const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const ids = await Promise.all(
      databases.map(async ({ url }) =>
        (await select<{ id: string }>(url, 'SELECT id FROM deployments')).map(({ id }) => id),
      ),
    );
    expect(ids).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/)], [expect.stringMatching(/^[0-9a-f-]{36}$/)]]);
    expect(ids[0]).not.toEqual(ids[1]);
    for (const { url } of databases) {
      await expect(select(url, 'INSERT INTO deployments DEFAULT VALUES')).rejects.toMatchObject({ code: '23505' });
    }
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('drops a database with an open connection', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    const ended = new Promise((resolve) => client.once('end', resolve));
    await client.connect();
    await database.drop();
    await ended;
    await expect(select(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
  });

  it('createEmptyTestDatabase gives an empty database', async () => {
    const database = await createEmptyTestDatabase();
    expect(await select(database.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await database.drop();
  });
});

describe('the built package', () => {
  it('finds its migrations from any working directory', async () => {
    const database = await createEmptyTestDatabase();
    const entry = join(import.meta.dirname, '../../dist/index.js');
    const script = `
      import { createDatabase, migrate } from ${JSON.stringify(entry)};
      const { applied } = await migrate({ url: process.env.DATABASE_URL });
      const database = createDatabase({ url: process.env.DATABASE_URL, maxConnections: 1, applicationName: 'dist' });
      console.log(JSON.stringify({ applied: applied.length > 0, brands: await database.prisma.brand.count() }));
      await database.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: '/',
      env: { ...process.env, DATABASE_URL: database.url },
    });
    expect(JSON.parse(stdout)).toEqual({ applied: true, brands: 0 });
    await database.drop();
  });
});
