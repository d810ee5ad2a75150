import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { TcpProxy, until } from '@callside/test-kit';
import { startCallside } from '../support/callside.ts';
import { createBrand, sessionSecret } from '../support/command-bench.ts';
import { createImportBench, type ImportBench } from '../support/import-bench.ts';

/** For a process that imports: within the time limit of a test. */
const patienceMs = 50_000;

let bench: ImportBench;
let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  bench = await createImportBench();
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
// `feed run` reads the feeds of all brands.
afterEach(() => bench.database.query('DELETE FROM feeds'));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await bench.close();
});

const set = (brand: string, ...options: string[]) =>
  bench.json('feed', 'set', '--brand', brand, '--url', `${origin}/shop/file.csv?token=hidden`, ...options);
const runOnce = async () => JSON.parse((await bench.run('feed', 'run', '--once', '--json')).stdout) as unknown[];
const list = async (brand: string) => (await bench.json('feed', 'list', '--brand', brand)) as unknown[];
const makeDue = (brand: string) =>
  bench.readRows(brand, `UPDATE feeds SET next_at = now() - interval '1 second' WHERE brand_id = $1 RETURNING 1`);

it('imports a feed when it is due, and not again while its address says that it did not change, which confirms the stock', async () => {
  const brand = await bench.addBrand();
  const asked: (string | undefined)[] = [];
  answer = ({ headers, url }, response) => {
    expect(url).toBe('/shop/file.csv?token=hidden');
    asked.push(headers['if-none-match']);
    if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"' }).end('sku;on_hand\nA-1;4\n');
  };
  await set(brand, '--kind', 'stock', '--allow-private', '--every', '1h');
  expect(await runOnce()).toEqual([
    { brand, kind: 'stock', outcome: 'imported', report: expect.objectContaining({ inserted: 1, rejected: 0 }) },
  ]);
  expect(await bench.readRows(brand, 'SELECT sku, on_hand FROM stock_levels WHERE brand_id = $1')).toEqual([
    { sku: 'A-1', on_hand: 4 },
  ]);
  expect(await runOnce()).toEqual([]);
  await bench.readRows(
    brand,
    "UPDATE data_versions SET stock_imported_at = now() - interval '1 day' WHERE brand_id = $1 RETURNING 1",
  );

  await makeDue(brand);
  expect(await runOnce()).toEqual([{ brand, kind: 'stock', outcome: 'unchanged' }]);
  const isConfirmed =
    "SELECT stock_imported_at > now() - interval '1 hour' AS confirmed FROM data_versions WHERE brand_id = $1";
  expect(await bench.readRows(brand, isConfirmed)).toEqual([{ confirmed: true }]);
  expect(asked).toEqual([undefined, '"one"']);
  expect(await list(brand)).toEqual([
    expect.objectContaining({
      url: `${origin}/shop/file.csv`,
      every_seconds: 3600,
      error: null,
      imported_at: expect.any(String),
    }),
  ]);
  const audit = JSON.stringify(await bench.readAudit());
  expect(audit).toContain('feed.set');
  expect(audit).not.toContain('hidden');
  await bench.json('feed', 'remove', '--brand', brand, '--kind', 'stock');
  expect(await list(brand)).toEqual([]);
});

describe('a feed that did not change', () => {
  const age = "UPDATE data_versions SET stock_imported_at = now() - interval '1 day' WHERE brand_id = $1 RETURNING 1";
  const select =
    "SELECT stock_imported_at > now() - interval '1 hour' AS confirmed FROM data_versions WHERE brand_id = $1";
  const columns = 'Handle,Title,Type,Variant SKU,Variant Price';
  const withStock = `${columns},Variant Inventory Tracker,Variant Inventory Qty\npin,Pin,brooch,PIN,9.00,shopify,3\n`;
  const withoutStock = `${columns}\npin,Pin,brooch,PIN,9.00\n`;
  const once = (file: string) => {
    const asked: (string | undefined)[] = [];
    answer = ({ headers }, response) => {
      asked.push(headers['if-none-match']);
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"one"' }).end(file);
    };
    return asked;
  };

  it.each([
    ['confirms the stock that its products have', withStock, true],
    ['confirms no stock that its products do not have', withoutStock, false],
  ])('%s', async (_, file, confirmed) => {
    const brand = await bench.addBrand();
    await bench.importLines('stock', brand, 'stock.csv', 'sku,on_hand', 'PIN,4');
    once(file);
    await set(brand, '--kind', 'catalog', '--allow-private', '--format', 'shopify');
    await runOnce();
    await bench.readRows(brand, age);
    await makeDue(brand);
    expect(await runOnce()).toEqual([{ brand, kind: 'catalog', outcome: 'unchanged' }]);
    expect(await bench.readRows(brand, select)).toEqual([{ confirmed }]);
  });

  it('is read again when the prices of its products depend on the day', async () => {
    const brand = await bench.addBrand();
    const asked = once('Type,SKU,Name,Regular price,Sale price,Categories\nsimple,PIN,Pin,20,15,Pins\n');
    await set(brand, '--kind', 'catalog', '--allow-private', '--format', 'woocommerce');
    await runOnce();
    await makeDue(brand);
    expect(await runOnce()).toEqual([expect.objectContaining({ outcome: 'imported' })]);
    expect(asked).toEqual([undefined, undefined]);
  });

  it('is read again when it had no row', async () => {
    const brand = await bench.addBrand();
    await bench.importLines('stock', brand, 'stock.csv', 'sku,on_hand', 'PIN,4');
    const asked = once('sku,on_hand\n');
    await set(brand, '--kind', 'stock', '--allow-private');
    await runOnce();
    await bench.readRows(brand, age);
    await makeDue(brand);
    expect(await runOnce()).toEqual([expect.objectContaining({ outcome: 'imported' })]);
    expect(asked).toEqual([undefined, undefined]);
    expect(await bench.readRows(brand, select)).toEqual([{ confirmed: false }]);
  });
});

it('is read again when a signal ended the import of its stock', async () => {
  const brand = await bench.addBrand();
  const products = Array.from({ length: 40_000 }, (_, at) => `p${at},Pin,brooch,P${at},9.00,shopify,3`);
  const header = 'Handle,Title,Type,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty';
  answer = (_, response) => response.writeHead(200, { etag: '"one"' }).end([header, ...products].join('\n'));
  await set(brand, '--kind', 'catalog', '--allow-private', '--format', 'shopify');
  const { child, ended } = startCallside(['feed', 'run', '--once', '--json'], {
    DATABASE_URL: bench.url,
    SESSION_SECRET: sessionSecret,
  });
  const written = 'SELECT 1 FROM stock_levels WHERE brand_id = $1 LIMIT 1';
  await until('stock is written', async () => (await bench.readRows(brand, written)).length > 0, patienceMs);
  child.kill('SIGTERM');
  await ended;
  expect(
    await bench.readRows(brand, 'SELECT count(*) < 40000 AS partly FROM stock_levels WHERE brand_id = $1'),
  ).toEqual([{ partly: true }]);
  expect(await bench.readRows(brand, 'SELECT etag, next_at <= now() AS due FROM feeds WHERE brand_id = $1')).toEqual([
    { etag: null, due: true },
  ]);
});

it('feed run says an outage of the database once, and goes on after it', async () => {
  const brand = await bench.addBrand();
  answer = (_, response) => response.end('sku,on_hand\nA-1,4\n');
  await set(brand, '--kind', 'stock', '--allow-private');
  const network = await TcpProxy.start(Number(new URL(bench.url).port));
  const { child, ended } = startCallside(['feed', 'run'], {
    DATABASE_URL: network.urlOf(bench.url),
    SESSION_SECRET: sessionSecret,
  });
  const level = async () => {
    const [row] = await bench.readRows(brand, 'SELECT on_hand::float8 AS level FROM stock_levels WHERE brand_id = $1');
    return Object(row).level;
  };
  try {
    let printed = '';
    child.stdout?.on('data', (text: string) => {
      printed += text;
    });
    await until('the feed is read', () => printed !== '', patienceMs);
    expect(await level()).toBe(4);
    network.leadTo(null);
    let said = '';
    child.stderr?.on('data', (text: string) => {
      said += text;
    });
    await until('the outage is said', () => said.includes('trying again'), patienceMs);
    answer = (_, response) => response.end('sku,on_hand\nA-1,5\n');
    await bench.readRows(brand, 'UPDATE feeds SET next_at = now() WHERE brand_id = $1');
    network.leadTo(Number(new URL(bench.url).port));
    await until('the feed is read again', async () => (await level()) === 5, patienceMs);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 0,
      stderr: `cannot reach PostgreSQL at 127.0.0.1:${network.port}: trying again\n`,
    });
  } finally {
    child.kill('SIGKILL');
    await network.close();
  }
});

/** The response to the next request, which the test ends. */
const nextResponse = () =>
  new Promise<ServerResponse>((resolve) => {
    answer = (_, response) => resolve(response);
  });
/** Makes the feeds two minutes older. */
const wait = (brand: string) =>
  bench.readRows(
    brand,
    `UPDATE feeds SET next_at = next_at - interval '2 minutes', checked_at = checked_at - interval '2 minutes'
     WHERE brand_id = $1 RETURNING 1`,
  );

it('is not read by a second process while the first takes longer than its interval', async () => {
  const brand = await bench.addBrand();
  const asked = nextResponse();
  await set(brand, '--kind', 'stock', '--allow-private', '--every', '1m');
  const first = runOnce();
  const response = await asked;
  await wait(brand);
  answer = (_, second) => second.end('sku,on_hand\nA-1,5\n');
  expect(await runOnce()).toEqual([]);
  response.end('sku,on_hand\nA-1,4\n');
  expect(await first).toEqual([expect.objectContaining({ brand, outcome: 'imported' })]);
  // The feed is not due at once, so that other feeds are polled first.
  expect(await runOnce()).toEqual([]);
  await wait(brand);
  expect(await runOnce()).toEqual([expect.objectContaining({ brand, outcome: 'imported' })]);
});

it('is due at once when it is set again during a poll, whatever the result of the poll', async () => {
  const brand = await bench.addBrand();
  const asked = nextResponse();
  await set(brand, '--kind', 'stock', '--allow-private', '--every', '1h');
  const first = runOnce();
  const response = await asked;
  const ofSecond: (string | undefined)[] = [];
  answer = ({ headers }, second) => {
    ofSecond.push(headers['if-none-match']);
    second.end('sku,on_hand\nA-1,5\n');
  };
  await set(brand, '--kind', 'stock', '--allow-private', '--every', '1h');
  response.writeHead(200, { etag: '"old"' }).end('sku,on_hand\nA-1,4\n');
  // The first process continues with the feeds that are due.
  expect(await first).toHaveLength(2);
  expect(ofSecond).toEqual([undefined]);
});

it('reads the export of a shop', async () => {
  const brand = await bench.addBrand();
  answer = (_, response) => response.end('Handle,Title,Type,Variant SKU,Variant Price\npin,Pin,brooch,PIN,9.00\n');
  await set(brand, '--kind', 'catalog', '--allow-private', '--format', 'shopify');
  expect(await runOnce()).toEqual([expect.objectContaining({ outcome: 'imported' })]);
  expect(await bench.readRows(brand, 'SELECT sku FROM catalog_items WHERE brand_id = $1')).toEqual([{ sku: 'PIN' }]);
});

it('marks the lines of orders that the export of a shop has as cancelled or refunded as returned', async () => {
  const brand = await bench.addBrand();
  const file = (first: string, second: string) =>
    `Name,Created at,Financial Status,Phone,Lineitem sku,Lineitem quantity
#1,2026-03-01 10:00:00 -0500,${first},4155550134,A,1
#1,,,,B,1
#2,2026-03-02 10:00:00 -0500,${second},4155550134,A,1
#3,2026-03-03 10:00:00 -0500,voided,4155550134,C,1
`;
  const lines = () =>
    bench.readRows(
      brand,
      `SELECT order_id, sku, returned_at IS NOT NULL AS returned FROM order_lines WHERE brand_id = $1 ORDER BY order_id, sku`,
    );
  answer = (_, response) => response.end(file('paid', 'paid'));
  await set(brand, '--kind', 'orders', '--allow-private', '--format', 'shopify');
  const result = (report: object, returns: object) => [
    expect.objectContaining({
      report: expect.objectContaining({ ...report, returns: expect.objectContaining(returns) }),
    }),
  ];
  // No poll had the third order before it was cancelled.
  expect(await runOnce()).toEqual(result({ inserted: 3 }, { updated: 0, unchanged: 1, rejected: 0 }));
  answer = (_, response) => response.end(file('refunded', 'paid'));
  await makeDue(brand);
  expect(await runOnce()).toEqual(result({ unchanged: 1 }, { updated: 2, unchanged: 1, rejected: 0 }));
  expect(await lines()).toEqual([
    { order_id: '#1', sku: 'A', returned: true },
    { order_id: '#1', sku: 'B', returned: true },
    { order_id: '#2', sku: 'A', returned: false },
  ]);
});

it('reads columns of other names, the given delimiter and the given encoding', async () => {
  const brand = await bench.addBrand();
  const text = 'Nummer|Name|Preis|Art\nR-1|Größe|9.50|ring\n';
  answer = (_, response) => response.end(Buffer.from(text, 'latin1'));
  const map = 'sku=Nummer,title=Name,web_price=Preis,article_type=Art';
  const options = ['--map', map, '--delimiter', 'pipe', '--encoding', 'windows-1252'];
  await set(brand, '--kind', 'catalog', '--allow-private', ...options);
  expect(await list(brand)).toEqual([
    expect.objectContaining({
      map: { sku: 'Nummer', title: 'Name', web_price: 'Preis', article_type: 'Art' },
      delimiter: 'pipe',
      encoding: 'windows-1252',
    }),
  ]);
  expect(await runOnce()).toEqual([expect.objectContaining({ outcome: 'imported' })]);
  expect(await bench.readRows(brand, 'SELECT sku, title FROM catalog_items WHERE brand_id = $1')).toEqual([
    { sku: 'R-1', title: 'Größe' },
  ]);
  // Set again without them: they are detected again.
  await set(brand, '--kind', 'catalog', '--allow-private');
  expect(await list(brand)).toEqual([expect.objectContaining({ map: null, delimiter: null, encoding: null })]);
});

describe('a feed that cannot be read', () => {
  const columnHint = 'lacks the columns sku';

  it.each([
    ['a wrong status', (response: ServerResponse) => response.writeHead(500).end(), 'it answers with status 500'],
    ['another file', (response: ServerResponse) => response.end('a,b\n1,2\n'), columnHint],
    [
      'bad rows only',
      (response: ServerResponse) => response.end('sku,on_hand\n1,x\n'),
      'every row was rejected; line 2',
    ],
    [
      'endless redirects',
      (response: ServerResponse) => response.writeHead(302, { location: '/shop/file.csv?token=hidden' }).end(),
      'it redirects more than 3 times',
    ],
    [
      'a compressed file',
      (response: ServerResponse) => response.end(gzipSync('sku,on_hand\n1,2\n')),
      'compressed (gzip)',
    ],
    ['names with NUL characters', (response: ServerResponse) => response.end('\0sku,on_hand\n1,2\n'), 'is not text'],
    [
      'NUL characters in a row',
      (response: ServerResponse) => response.end('sku,on_hand\n1,\0\n'),
      'every row was rejected',
    ],
    ['an empty file', (response: ServerResponse) => response.end(), 'the feed is empty'],
    ['a closed connection', (response: ServerResponse) => response.destroy(), 'ECONNRESET'],
  ])('is listed with its error: %s', async (_what, reply, error) => {
    const brand = await bench.addBrand();
    answer = (_, response) => reply(response);
    await set(brand, '--kind', 'stock', '--allow-private');
    expect(await runOnce()).toEqual([
      { brand, kind: 'stock', outcome: 'failed', error: expect.stringContaining(error) },
    ]);
    expect(await list(brand)).toEqual([expect.objectContaining({ error: expect.stringContaining(error) })]);
    expect(JSON.stringify(await list(brand))).not.toContain('hidden');
    const { stdout } = await bench.run('doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
    expect(checks.filter(({ check }) => check === 'feeds')).toEqual([
      expect.objectContaining({ status: 'failed', message: expect.stringContaining(error) }),
    ]);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'is neither set nor requested from a private address: %s',
    async (host) => {
      const brand = await bench.addBrand();
      let requests = 0;
      answer = (_, response) => {
        requests += 1;
        response.end();
      };
      const url = `http://${host}:${new URL(origin).port}/file.csv`;
      const options = ['--brand', brand, '--kind', 'orders', '--url', url] as const;
      const { code, stderr } = await bench.run('feed', 'set', ...options);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--allow-private permits it') });
      await bench.json('feed', 'set', ...options, '--allow-private');
      // As a name that was public when it was set.
      await bench.database.query("UPDATE feeds SET allow_private = false WHERE kind = 'orders'");
      expect(await runOnce()).toEqual([
        expect.objectContaining({ outcome: 'failed', error: expect.stringContaining('has a private address') }),
      ]);
      expect(requests).toBe(0);
    },
  );
});

it.each([
  [['--url', 'ftp://shop.example/x.csv'], 'such as https://shop.example/stock.csv'],
  [
    ['--url', 'https://me:secret@shop.example/x.csv'],
    "argument 'https://…@shop.example/x.csv' is invalid. It must have no user and password",
  ],
  [['--url', 'https://shop.example/x.csv', '--every', '5s'], 'from 1m to 7d, such as 15m'],
  [['--url', 'https://shop.example/x.csv', '--every', '15min'], 'from 1m to 7d, such as 15m'],
])('refuses %j: %s', async (options, reason) => {
  const brand = await bench.addBrand();
  const { code, stderr } = await bench.run('feed', 'set', '--brand', brand, '--kind', 'stock', ...options);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
});

it('refuses a map to a column that the import does not have, before the first poll', async () => {
  const brand = await bench.addBrand();
  const map = (kind: string, columns: string) =>
    bench.run('feed', 'set', '--brand', brand, '--kind', kind, '--url', 'https://shop.example/x.csv', '--map', columns);
  expect(await map('stock', 'sku=Artikel,onhand=Bestand')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'the map names a column for onhand, which this import does not have; its columns are sku, on_hand',
    ),
  });
  expect(await map('stock', 'SKU=Artikel,on_hand=Bestand')).toMatchObject({ code: 0 });
  expect(await map('catalog', 'metal=Metall')).toMatchObject({ code: 0 });
});

it('the examples of feed set are accepted', async () => {
  const { stdout } = await bench.run('feed', 'set', '--help');
  const examples = stdout.match(/(?<=^ +callside )feed set .+$/gm) ?? [];
  expect(examples.length).toBeGreaterThan(1);
  await createBrand(bench, 'acme');
  for (const example of examples) {
    const { code, stderr } = await bench.run(...example.split(' '));
    expect({ example, code, stderr }).toEqual({ example, code: 0, stderr: '' });
  }
  expect(await list('acme')).toMatchObject([{ kind: 'stock', url: 'https://shop.example/s.csv' }]);
});

it('takes both spellings of the catalogue, in the kind of a feed and in the command, and shows the one of the command', async () => {
  const brand = await bench.addBrand();
  expect(await set(brand, '--kind', 'catalogue', '--allow-private')).toMatchObject({ kind: 'catalog' });
  expect(await list(brand)).toMatchObject([{ kind: 'catalog' }]);
  answer = (_, response) => void response.writeHead(200).end('sku,title,web_price,article_type\n7,Pin,9,brooch\n');
  expect(await runOnce()).toMatchObject([{ brand, kind: 'catalog', outcome: 'imported' }]);
  expect(await bench.json('feed', 'remove', '--brand', brand, '--kind', 'catalogue')).toEqual({
    kind: 'catalog',
    removed: true,
  });
  const header = 'sku,title,web_price,article_type';
  expect(await bench.importLines('catalogue', brand, 'products.csv', header, '7,Pin,9,brooch')).toMatchObject({
    unchanged: 1,
  });
});
