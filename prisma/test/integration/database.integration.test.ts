import { randomUUID } from 'node:crypto';
import { TcpProxy } from '@callside/test-kit';
import { createDatabase, type Database, type DatabaseOptions, inTransaction, isWritable } from '../../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';

let server: TestDatabase;
const opened: Database[] = [];
const proxies: TcpProxy[] = [];

beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.drop());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = createDatabase({ url: server.url, maxConnections: 2, applicationName: 'database-test', ...options });
  opened.push(database);
  return database;
}

const brand = (slug: string) => ({ id: randomUUID(), slug, name: 'Acme', country: 'US' });

/** For connections that are opened later. */
async function changeServerDefault(setting: string, value: string): Promise<void> {
  const name = new URL(server.url).pathname.slice(1);
  await open({ applicationName: 'defaults' }).query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
}

/** Ends the connections of `victim` and resolves when it has noticed. */
async function cutConnections(victim: Database): Promise<void> {
  const noticed = new Promise((resolve) => victim.pool.once('error', resolve));
  await open({ applicationName: 'cutter' }).query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'database-test'",
  );
  await noticed;
}

describe('createDatabase', () => {
  it('runs Prisma and SQL over the same connections', async () => {
    const database = open({ maxConnections: 1 });
    await database.prisma.brand.create({ data: brand('shared') });
    expect(await database.query<{ name: string }>('SELECT name FROM brands WHERE slug = $1', ['shared'])).toEqual([
      { name: 'Acme' },
    ]);
    const names = await open({ applicationName: 'other' }).query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'database-test'",
    );
    expect(names).toEqual([{ count: 1 }]);
  });

  it('keeps what a transaction did when it resolves', async () => {
    const database = open();
    const id = await database.transaction(async (query) => {
      const rows = await query<{ id: string }>(
        "INSERT INTO brands (id, slug, name, country) VALUES ($1, 'kept', 'Kept', 'US') RETURNING id",
        [randomUUID()],
      );
      return rows[0]?.id;
    });
    expect(await database.query('SELECT id FROM brands WHERE slug = $1', ['kept'])).toEqual([{ id }]);
  });

  it('rolls back what a transaction did when it rejects, and passes the error on', async () => {
    const database = open();
    const refusal = new Error('changed my mind');
    const attempt = database.transaction(async (query) => {
      await query("INSERT INTO brands (id, slug, name, country) VALUES ($1, 'undone', 'Undone', 'US')", [randomUUID()]);
      throw refusal;
    });
    await expect(attempt).rejects.toBe(refusal);
    expect(await database.query('SELECT id FROM brands WHERE slug = $1', ['undone'])).toEqual([]);
  });

  it('reads instants correctly in any time zone of the server', async () => {
    await changeServerDefault('timezone', "'Asia/Kolkata'");
    const createdAt = new Date('2026-03-01T12:00:00.123Z');
    const database = open();
    await database.prisma.brand.create({ data: { ...brand('zone'), createdAt } });
    expect(await database.prisma.brand.findUnique({ where: { slug: 'zone' }, select: { createdAt: true } })).toEqual({
      createdAt,
    });
    expect(await database.query("SELECT created_at FROM brands WHERE slug = 'zone'")).toEqual([
      { created_at: createdAt },
    ]);
  });

  it('reads instants correctly in any date style of the server', async () => {
    await changeServerDefault('datestyle', "'German'");
    const createdAt = new Date('2026-03-01T12:00:00.123Z');
    const database = open();
    await database.prisma.brand.create({ data: { ...brand('style'), createdAt } });
    expect(await database.query("SELECT created_at FROM brands WHERE slug = 'style'")).toEqual([
      { created_at: createdAt },
    ]);
  });

  it('uses the tables of the schema public, also if another schema comes first by default', async () => {
    await open({ applicationName: 'schema' }).query('CREATE SCHEMA IF NOT EXISTS first');
    await open({ applicationName: 'schema' }).query('CREATE TABLE IF NOT EXISTS first.brands (slug text)');
    await changeServerDefault('search_path', 'first, public');
    const database = open();
    await database.prisma.brand.create({ data: brand('schema') });
    expect(await database.query("SELECT slug FROM brands WHERE slug = 'schema'")).toEqual([{ slug: 'schema' }]);
  });

  it('reads in a transaction what others commit meanwhile, whatever isolation the server has as default', async () => {
    await changeServerDefault('default_transaction_isolation', "'serializable'");
    const database = open();
    const counts = await database.transaction(async (query) => {
      const count = async () => (await query("SELECT 1 FROM brands WHERE slug = 'meanwhile'")).length;
      const before = await count();
      await database.prisma.brand.create({ data: brand('meanwhile') });
      return [before, await count()];
    });
    expect(counts).toEqual([0, 1]);
  });
});

test('a server that is read-only or does not answer takes no writes', async () => {
  expect(await isWritable(open().query)).toBe(true);
  expect(await isWritable(open({ settings: { default_transaction_read_only: 'on' } }).query)).toBe(false);
  expect(await isWritable(open({ url: 'postgresql://nobody@127.0.0.1:1/nothing' }).query)).toBe(false);
});

describe('an unreliable server', () => {
  it('loses idle connections without ending the process, and gets new ones', async () => {
    const lost: Error[] = [];
    const database = open({ onConnectionLost: (error) => lost.push(error) });
    await database.query('SELECT 1');
    await cutConnections(database);
    expect(lost).toEqual([expect.objectContaining({ code: '57P01' })]);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await database.prisma.brand.count({ where: { slug: 'nobody' } })).toBe(0);
  });

  it('loses a connection in use without ending the process', async () => {
    const database = open();
    const client = await database.pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await open({ applicationName: 'cutter' }).query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'database-test'",
    );
    await ended;
    client.release();
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('cancels a statement that takes too long', async () => {
    const database = open({ statementTimeoutMs: 50 });
    await expect(database.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    await expect(database.prisma.$queryRaw`SELECT pg_sleep(20)::text`).rejects.toThrow('statement timeout');
  });

  it('stops waiting for a server that no longer answers, in a statement, in Prisma and in a transaction', async () => {
    const proxy = await TcpProxy.start(Number(new URL(server.url).port || 5432));
    proxies.push(proxy);
    const database = open({ url: proxy.urlOf(server.url), statementTimeoutMs: 50, maxConnections: 3 });
    const held = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
    for (const client of held) client.release();
    proxy.freeze();
    await expect(
      database.transaction(async (query) => {
        await query('SELECT 1');
      }),
    ).rejects.toThrow('Query read timeout');
    await expect(database.query('SELECT 1')).rejects.toThrow('Query read timeout');
    await expect(database.prisma.brand.count()).rejects.toThrow();
  });

  it.each<[string, (database: Database, then: () => void) => Promise<unknown>]>([
    [
      'before it begins',
      ({ pool }, hang) => {
        hang();
        return inTransaction(pool, (client) => client.query('BEGIN'));
      },
    ],
    [
      'after a statement of it',
      ({ pool }, hang) =>
        inTransaction(pool, async (client) => {
          await client.query('BEGIN');
          hang();
          await client.query('SELECT 1');
        }),
    ],
    [
      'after a statement of it, in Prisma',
      ({ prisma }, hang) =>
        prisma.$transaction(async (transaction) => {
          await transaction.brand.count();
          hang();
          await transaction.brand.count();
        }),
    ],
  ])('rejects a transaction on a server that hangs %s after one timeout, not two', async (_title, run) => {
    const proxy = await TcpProxy.start(Number(new URL(server.url).port || 5432));
    proxies.push(proxy);
    // With the grace of half a second, a statement fails after 1.5 s.
    const database = open({ url: proxy.urlOf(server.url), statementTimeoutMs: 1_000, maxConnections: 1 });
    await database.prisma.brand.count();
    const begunAt = performance.now();
    await expect(run(database, () => proxy.freeze())).rejects.toThrow();
    expect(performance.now() - begunAt).toBeLessThan(2_800);
    expect(database.pool.totalCount).toBe(0);
  });

  it('rolls back and keeps the connection when the server reports an error in a transaction', async () => {
    const database = open({ maxConnections: 1 });
    const pid = async () => (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
    const before = await pid();
    const insert = (slug: string) =>
      `INSERT INTO brands (id, slug, name, country) VALUES (gen_random_uuid(), '${slug}', 'Twice', 'US')`;
    const attempt = inTransaction(database.pool, async (client) => {
      await client.query('BEGIN');
      await client.query(insert('twice'));
      await client.query(insert('twice'));
    });
    await expect(attempt).rejects.toMatchObject({ code: '23505' });
    expect(await pid()).toBe(before);
    expect(await database.query("SELECT slug FROM brands WHERE slug = 'twice'")).toEqual([]);
  });

  it('stops waiting for a server that accepts connections and sends nothing', async () => {
    const proxy = await TcpProxy.start(Number(new URL(server.url).port || 5432));
    proxies.push(proxy);
    proxy.freeze();
    const database = open({ url: proxy.urlOf(server.url), connectionTimeoutMs: 50 });
    await expect(database.query('SELECT 1')).rejects.toThrow('Connection terminated due to connection timeout');
    await expect(database.prisma.brand.count()).rejects.toThrow();
  });

  it('stops waiting for a free connection', async () => {
    const database = open({ maxConnections: 1, connectionTimeoutMs: 500 });
    const client = await database.pool.connect();
    await expect(database.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
    client.release();
  });
});
