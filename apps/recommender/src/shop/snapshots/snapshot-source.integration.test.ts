import { type Pool, type Query, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool, type TestDatabase } from '@callside/database/testing';
import { CapturedLog, until } from '@callside/test-kit';
import { startDatabaseOutage } from '../../../test/support/database-outage.ts';
import { loggerTo } from '../../../test/support/logger.ts';
import { addBrand, addCustomer, addProducts, type TestBrand } from '../../../test/support/shop.ts';
import { SnapshotThreads } from './snapshot-load.ts';
import { SnapshotSource, type SnapshotSourceOptions } from './snapshot-source.ts';

const hourSeconds = 3600;
/** The documented limit for a change by an import. */

let database: TestDatabase;
let pool: Pool;
let query: Query;
let brand: TestBrand;
let sources: SnapshotSource[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createTestPool(database.url);
  query = queryThrough(pool);
});
beforeEach(async () => {
  brand = await addBrand(query);
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  sources = [];
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function createSource(options: Partial<SnapshotSourceOptions> = {}): SnapshotSource {
  const source = new SnapshotSource({
    databaseUrl: database.url,
    brandId: () => brand.id,
    stockRefreshSeconds: hourSeconds,
    logger: loggerTo(new CapturedLog()),
    ...options,
  });
  sources.push(source);
  return source;
}

async function startSource(options: Partial<SnapshotSourceOptions> = {}): Promise<SnapshotSource> {
  const source = createSource(options);
  await source.start();
  return source;
}

/** The content of a source, by SKU. */
function describeSnapshot(source: SnapshotSource) {
  const snapshot = source.current();
  if (snapshot === null) return null;
  const { catalogue, inStock, purchases } = snapshot;
  return {
    skus: catalogue.items.map(({ sku }) => sku),
    inStock: catalogue.items.filter((_, item) => inStock[item] === 1).map(({ sku }) => sku),
    bought: [...purchases.lines.items].map((item) => catalogue.items[item]?.sku),
  };
}

const announce = (data: 'catalogue' | 'stock' | 'orders') =>
  query(
    `INSERT INTO data_versions AS versions (brand_id, ${data}) VALUES ($1, 1)
     ON CONFLICT (brand_id) DO UPDATE SET ${data} = versions.${data} + 1`,
    [brand.id],
  );
const setStock = (sku: string, onHand: number) =>
  query('UPDATE stock_levels SET on_hand = $3 WHERE brand_id = $1 AND sku = $2', [brand.id, sku, onHand]);

const ring = { sku: '20', title: 'Ring', type: 'ring', stock: 1 };
const chain = { sku: '100', title: 'Chain', type: 'necklace', stock: 0 };

describe('a snapshot', () => {
  it('holds the catalogue, the stock and the purchases of its brand', async () => {
    await addProducts(query, brand, [
      chain,
      { ...ring, price: '249.50', size: '7.50', attributes: { metal: 'gold' } },
      { sku: '3', title: 'Oversold', type: 'ring', stock: -2 },
    ]);
    await query("INSERT INTO stock_levels (brand_id, sku, on_hand) VALUES ($1, '999', 5)", [brand.id]);
    await query(
      "INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type) VALUES ($1, '4', 'Without a level', 1, 'ring')",
      [brand.id],
    );
    await addCustomer(query, brand, {
      phone: '4155550100',
      lines: [
        { sku: '20', date: '2024-01-02' },
        { sku: '999', date: '2024-01-02' },
        { sku: '100', date: '2024-01-01' },
      ],
    });
    const other = await addBrand(query);
    await addProducts(query, other, [{ sku: '5', title: 'Of another brand', type: 'ring' }]);
    await addCustomer(query, other, { phone: '4155550100', lines: [{ sku: '20', date: '2024-01-02' }] });

    const source = await startSource();
    expect(describeSnapshot(source)).toEqual({
      skus: ['3', '4', '20', '100'],
      inStock: ['20'],
      bought: ['100', '20'],
    });
    expect(source.current()?.catalogue.items[2]).toEqual({
      sku: '20',
      title: 'Ring',
      webPrice: 249.5,
      articleType: 'ring',
      size: 7.5,
      attributes: { metal: 'gold' },
    });
    expect(source.status()).toEqual({
      catalogVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
      items: 4,
      loadedAt: expect.any(Date),
      itemsInStock: 1,
      stockRefreshedAt: expect.any(Date),
      stockImportedAt: expect.any(Date),
      orders: { lines: 2, customers: 1, builtAt: expect.any(Date), today: expect.any(Number) },
      problem: null,
    });
  });

  it('counts no retired product as in stock', async () => {
    await addProducts(query, brand, [ring, { ...chain, stock: 4 }]);
    await query("UPDATE catalog_items SET retired_at = now() WHERE brand_id = $1 AND sku = '20'", [brand.id]);
    const source = await startSource();
    expect(source.status()).toMatchObject({ items: 2, itemsInStock: 1 });
    await setStock('100', 0);
    await announce('stock');
    await until('nothing that may be offered is in stock', () => source.status().itemsInStock === 0);
  });

  it('converts attributes to texts, and leaves out names that every object has', async () => {
    await addProducts(query, brand, [ring, chain]);
    await query('UPDATE catalog_items SET attributes = $2::jsonb WHERE brand_id = $1 AND sku = $3', [
      brand.id,
      '{"stones": ["ruby"], "carat": 1.5, "new": true, "note": null, "metal": "", "constructor": "x", "__proto__": "y"}',
      '20',
    ]);
    const source = await startSource();
    expect(source.current()?.catalogue.items.map(({ attributes }) => Object.entries(attributes))).toEqual([
      [
        ['carat', '1.5'],
        ['new', 'true'],
        ['stones', '["ruby"]'],
      ],
      [],
    ]);
  });

  it('can be of an empty shop', async () => {
    const source = await startSource();
    expect(describeSnapshot(source)).toEqual({ skus: [], inStock: [], bought: [] });
    expect(source.status()).toMatchObject({ items: 0, stockImportedAt: null, problem: null });
  });

  it('has the same version for the same content', async () => {
    await addProducts(query, brand, [{ ...ring, price: '1.5', attributes: { metal: 'gold', gem: 'ruby' } }]);
    const first = await startSource();
    const { catalogVersion } = first.status();
    await query('UPDATE catalog_items SET web_price = 1.50, updated_at = now() WHERE brand_id = $1', [brand.id]);
    await setStock('20', 7);
    expect((await startSource()).status().catalogVersion).toBe(catalogVersion);
    await query('UPDATE catalog_items SET attributes = \'{"metal": "silver"}\' WHERE brand_id = $1', [brand.id]);
    expect((await startSource()).status().catalogVersion).not.toBe(catalogVersion);
  });

  it('can hold more lines and products than one chunk', async () => {
    await query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type)
       SELECT $1, n, 'Product ' || n, 1, 'ring' FROM generate_series(1, 6000) AS n`,
      [brand.id],
    );
    await query(
      'INSERT INTO stock_levels (brand_id, sku, on_hand) SELECT $1, n, n % 2 FROM generate_series(1, 6000) AS n',
      [brand.id],
    );
    await query(
      "INSERT INTO customers (id, brand_id, phone_number) SELECT gen_random_uuid(), $1, '+1' || n FROM generate_series(2000000001, 2000000100) AS n",
      [brand.id],
    );
    await query(
      `INSERT INTO order_lines (brand_id, customer_id, sku, order_date)
       SELECT $1, id, n, '2024-01-01' FROM customers, generate_series(1, 120) AS n WHERE brand_id = $1`,
      [brand.id],
    );
    const source = await startSource();
    expect(source.status()).toMatchObject({
      items: 6000,
      itemsInStock: 3000,
      orders: { lines: 12_000, customers: 100 },
    });
  });
});

describe('a change', () => {
  it('a change of stock is seen within seconds of the import', async () => {
    await addProducts(query, brand, [ring, chain]);
    const source = await startSource();
    const { catalogue } = source.current() ?? {};
    await setStock('100', 3);
    await announce('stock');
    await until('the chain is in stock', () => describeSnapshot(source)?.inStock.join() === '20,100');
    expect(source.status().itemsInStock).toBe(2);
    expect(source.current()?.catalogue).toBe(catalogue);
  });

  it('a change of stock without an import is seen within the refresh time', async () => {
    await addProducts(query, brand, [ring]);
    const source = await startSource({ stockRefreshSeconds: 1 });
    await setStock('20', 0);
    await until('the ring is sold out', () => describeSnapshot(source)?.inStock.length === 0);
  });

  it('a change of orders replaces only the purchases', async () => {
    await addProducts(query, brand, [ring, chain]);
    const source = await startSource();
    const before = source.current();
    await addCustomer(query, brand, { phone: '4155550100', lines: [{ sku: '100', date: '2024-01-01' }] });
    await announce('orders');
    await until('the order counts', () => describeSnapshot(source)?.bought.join() === '100');
    expect(source.current()?.catalogue).toBe(before?.catalogue);
    expect(source.status().orders).toMatchObject({ lines: 1, customers: 1 });
  });

  it('orders of an import that was killed count after a minute', async () => {
    await addProducts(query, brand, [ring, chain]);
    const source = await startSource();
    await addCustomer(query, brand, { phone: '4155550100', lines: [{ sku: '100', date: '2024-01-01' }] });
    await query("INSERT INTO unannounced_orders (brand_id, written_at) VALUES ($1, now() - interval '58 seconds')", [
      brand.id,
    ]);
    expect(describeSnapshot(source)?.bought).toEqual([]);
    await until('the order counts', () => describeSnapshot(source)?.bought.join() === '100');
  });

  it('orders after a change of the catalogue count for the products of the new one', async () => {
    await addProducts(query, brand, [ring, chain]);
    const source = await startSource();
    // Its SKU comes before all others, so every index changes.
    await addProducts(query, brand, [{ sku: '1', title: 'Brooch', type: 'brooch' }]);
    await announce('catalogue');
    await until('the brooch is there', () => source.current()?.catalogue.items.length === 3);
    const { catalogue } = source.current() ?? {};
    const lines = ['1', '20', '100'].map((sku) => ({ sku, date: '2024-01-01' }));
    await addCustomer(query, brand, { phone: '4155550100', lines });
    await announce('orders');
    await until('the orders count', () => describeSnapshot(source)?.bought.length === 3);
    expect(describeSnapshot(source)?.bought).toEqual(['1', '20', '100']);
    expect(source.current()?.catalogue).toBe(catalogue);
  });

  it('a change of returns removes as many purchases as were returned', async () => {
    await addProducts(query, brand, [ring, chain]);
    const date = '2024-01-01';
    const lines = [
      { sku: '100', date, orderId: 'A' },
      { sku: '20', date, orderId: 'A' },
      { sku: '20', date: '2024-02-01', orderId: 'B' },
    ];
    await addCustomer(query, brand, { phone: '4155550100', lines });
    const source = await startSource();
    expect(describeSnapshot(source)?.bought).toHaveLength(3);
    await query("UPDATE order_lines SET returned_at = now() WHERE brand_id = $1 AND order_id = 'A'", [brand.id]);
    await announce('orders');
    await until('the returns count', () => describeSnapshot(source)?.bought.join() === '20');
  });

  it('a change of the catalogue replaces all three parts in one step', async () => {
    await addProducts(query, brand, [ring, chain]);
    await addCustomer(query, brand, { phone: '4155550100', lines: [{ sku: '20', date: '2024-01-01' }] });
    const source = await startSource();
    const before = describeSnapshot(source);
    const after = { skus: ['1', '20', '100'], inStock: ['1', '20'], bought: ['20'] };
    // Its SKU comes before all others, so every index changes.
    await addProducts(query, brand, [{ sku: '1', title: 'Brooch', type: 'brooch' }]);
    const seen = new Set<string>();
    await until('the brooch is there', () => {
      seen.add(JSON.stringify(describeSnapshot(source)));
      return source.current()?.catalogue.items.length === 3;
    });
    expect([...seen].map((text) => JSON.parse(text))).toEqual([before, after]);
  });

  it('a change of the catalogue without an import is seen within the refresh time', async () => {
    await addProducts(query, brand, [ring]);
    const source = await startSource({ stockRefreshSeconds: 1 });
    await query("UPDATE catalog_items SET title = 'Golden ring' WHERE brand_id = $1", [brand.id]);
    await until('the title is there', () => source.current()?.catalogue.items[0]?.title === 'Golden ring');
  });

  it('a change of the day adds the orders of the day before', async () => {
    let now = new Date('2024-05-01T23:59:00Z');
    await addProducts(query, brand, [ring]);
    await addCustomer(query, brand, { phone: '4155550100', lines: [{ sku: '20', date: '2024-05-01' }] });
    const source = await startSource({ now: () => now });
    expect(describeSnapshot(source)?.bought).toEqual([]);
    now = new Date('2024-05-02T00:01:00Z');
    await until('the order counts', () => describeSnapshot(source)?.bought.join() === '20');
  });
});

describe('an outage', () => {
  it('keeps the last snapshot, is reported, and ends when the database is back', async () => {
    await addProducts(query, brand, [ring, chain]);
    const log = new CapturedLog();
    const source = await startSource({ logger: loggerTo(log), stockRefreshSeconds: 1 });
    const before = describeSnapshot(source);
    const outage = await startDatabaseOutage(database.url);
    try {
      await until('it is noticed', () => source.status().problem === 'the database does not answer');
      expect(describeSnapshot(source)).toEqual(before);
    } finally {
      await outage.end();
    }
    await setStock('100', 1);
    await until('it follows again', () => describeSnapshot(source)?.inStock.join() === '20,100');
    await until('no problem is reported', () => source.status().problem === null);
    expect(log.text).toContain('a background task failed');
  });

  it('an outage at startup leaves nothing to serve until the database is back', async () => {
    await addProducts(query, brand, [ring]);
    const outage = await startDatabaseOutage(database.url);
    const source = createSource();
    try {
      await source.start();
      expect(source.current()).toBeNull();
      expect(source.status()).toMatchObject({ catalogVersion: null, problem: 'the database does not answer' });
    } finally {
      await outage.end();
    }
    await until('it is loaded', () => source.current() !== null);
    expect(source.status().problem).toBeNull();
  });
});

describe('a thread that ends unexpectedly while it loads', () => {
  it('is replaced by another, and the last snapshot stays', async () => {
    await addProducts(query, brand, [ring]);
    let deaths = 0;
    const log = new CapturedLog();
    const { start: startLoad } = new SnapshotThreads();
    const source = await startSource({
      logger: loggerTo(log),
      startLoad: (order) => {
        const load = startLoad(order);
        if (order.knownCatalogue !== null && deaths === 0) {
          deaths += 1;
          void load.cancel();
        }
        return load;
      },
    });
    const before = describeSnapshot(source);
    await addProducts(query, brand, [chain]);
    await until('the thread has ended', () => source.status().problem !== null);
    expect(source.status().problem).toBe('what is on file could not be loaded; the log says why');
    expect(describeSnapshot(source)).toEqual(before);
    await until('it is loaded', () => source.current()?.catalogue.items.length === 2);
    expect(source.status().problem).toBeNull();
    expect(log.text).toContain('the thread that loads has ended');
  });

  it('a thread that ran out of memory is replaced by one with more', async () => {
    await addProducts(query, brand, [ring]);
    await query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type)
       SELECT $1, n, 'Product ' || n, 1, 'ring' FROM generate_series(1000, 20000) AS n`,
      [brand.id],
    );
    const log = new CapturedLog();
    const source = createSource({ logger: loggerTo(log), startLoad: new SnapshotThreads(8).start });
    await source.start();
    await until('it is loaded', () => source.current() !== null);
    expect(log.text).toContain('memory limit');
  });

  it('does not prevent the source from stopping', async () => {
    await addProducts(query, brand, [ring]);
    const log = new CapturedLog();
    const source = createSource({ logger: loggerTo(log) });
    const started = source.start();
    await until('a load is under way', async () => {
      const [busy] = await query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'recommender snapshots'");
      return busy !== undefined;
    });
    await source.stop();
    sources = [];
    await started;
    expect(log.text).not.toContain('could not be loaded');
  });
});

test("today is the brand's calendar day, and follows a change of its time zone without a restart", async () => {
  const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  // 20:30 in New York.
  const now = () => new Date('2026-03-11T00:30:00Z');
  await query("UPDATE brands SET time_zone = 'America/New_York' WHERE id = $1", [brand.id]);
  const source = await startSource({ now, stockRefreshSeconds: 1 });
  expect(source.today()).toBe(dayOf('2026-03-10'));
  expect(source.status().orders?.today).toBe(dayOf('2026-03-10'));

  await query("UPDATE brands SET time_zone = 'Europe/Berlin' WHERE id = $1", [brand.id]);
  await until('the new zone is noticed', () => source.status().orders?.today === dayOf('2026-03-11'));
  expect(source.today()).toBe(dayOf('2026-03-11'));
});
