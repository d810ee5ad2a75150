import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FileReport, type ImportMessage, importMessageSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let token: string;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  token = await tokenFor(owner, brand);
});
afterAll(() => service.close());

interface Sent {
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

async function put(kind: string, body: string | Buffer, { query = {}, headers = {} }: Sent = {}) {
  const search = new URLSearchParams({ name: `${kind}.csv`, ...query });
  return service.clients[0].send({
    method: 'PUT',
    path: `/${brand.slug}/recommender/imports/${kind}?${search}`,
    headers: { host: brand.host, authorization: `Bearer ${token}`, ...headers },
    body,
  });
}

function messagesIn(text: string): ImportMessage[] {
  const lines = text.trim().split('\n');
  return lines.map((line) => importMessageSchema.parse(JSON.parse(line)));
}

async function reportOf(...sent: Parameters<typeof put>): Promise<FileReport> {
  const answer = await put(...sent);
  expect(answer.status).toBe(200);
  const last = messagesIn(answer.text).at(-1);
  if (last?.type !== 'report') throw new Error(`no report: ${answer.text}`);
  return last.report;
}

const audited = () =>
  service.query('SELECT action, subject, actor, detail FROM audit_log WHERE brand_id = $1 ORDER BY id', [brand.id]);
const products = () =>
  service.query('SELECT sku, retired_at IS NOT NULL AS retired FROM catalog_items WHERE brand_id = $1 ORDER BY sku', [
    brand.id,
  ]);

const catalogue = 'sku,title,web_price,article_type\n1001,Gold ring,249.5,ring\n1002,,1,ring\n1003,Pin,-1,pin\n';

it('checks a file without writing anything, and then imports it, with the owner on record', async () => {
  const checked = await reportOf('catalogue', catalogue, { query: { dry_run: 'true' } });
  expect(checked).toMatchObject({
    dry_run: true,
    inserted: 1,
    rejected: 2,
    preview: [{ line: 2 }, { line: 3 }, { line: 4 }],
  });
  expect(checked.errors.map(({ line }) => line)).toEqual([3, 4]);
  expect([await products(), await audited()]).toEqual([[], []]);

  expect(await reportOf('catalogue', catalogue)).toMatchObject({ dry_run: false, inserted: 1, rejected: 2 });
  expect(await products()).toEqual([{ sku: '1001', retired: false }]);
  const detail = { inserted: 1, updated: 0, unchanged: 0, rejected: 2 };
  expect(await audited()).toEqual([{ action: 'catalog.import', subject: 'catalogue.csv', actor: owner.email, detail }]);
  expect(await reportOf('catalogue', catalogue)).toMatchObject({ inserted: 0, unchanged: 1 });
});

it.each<[string, string, string | Buffer, Sent]>([
  ['stock', 'stock', 'sku,on_hand\n1001,5\n', {}],
  ['orders', 'orders', 'phone,sku,order_date\n4155550134,1001,2026-01-05\n', {}],
  ['NDJSON', 'stock', '{"sku":"1001","on_hand":5}\n', { query: { name: 'stock.ndjson' } }],
  ['a compressed upload', 'stock', gzipSync('sku,on_hand\n1001,5\n'), { headers: { 'content-encoding': 'gzip' } }],
  [
    'an export of Shopify',
    'stock',
    'Handle,Title,SKU,Location,Available\nr,R,1001,Shop,5\n',
    { query: { format: 'shopify' } },
  ],
])('imports %s', async (_what, kind, body, sent) => {
  expect(await reportOf(kind, body, sent)).toMatchObject({ inserted: 1, rejected: 0, errors: [] });
});

it('marks what was returned', async () => {
  const line = 'phone,sku,order_date\n4155550134,1001,2026-01-05\n';
  await reportOf('orders', line);
  expect(await reportOf('returns', line)).toMatchObject({ updated: 1, rejected: 0 });
});

it('says which columns a file may have, and reads them by their names in the file', async () => {
  const file = 'Artikel;Menge\n1001;5\n';
  expect(messagesIn((await put('stock', file)).text).at(-1)).toMatchObject({
    type: 'failed',
    columns: [
      { name: 'sku', required: true },
      { name: 'on_hand', required: true },
    ],
  });
  const map = JSON.stringify({ sku: 'Artikel', on_hand: 'Menge' });
  expect(await reportOf('stock', file, { query: { map } })).toMatchObject({ inserted: 1, rejected: 0 });
});

it('retires what a complete catalogue lacks', async () => {
  await reportOf('catalogue', 'sku,title,web_price,article_type\n1001,A,1,ring\n1002,B,1,ring\n');
  const query = { complete: 'true' };
  expect(await reportOf('catalogue', 'sku,title,web_price,article_type\n1001,A,1,ring\n', { query })).toMatchObject({
    retired: 1,
  });
  expect(await products()).toEqual([
    { sku: '1001', retired: false },
    { sku: '1002', retired: true },
  ]);
});

it('names the first hundred rejected rows and counts the others', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `${index},many`).join('\n');
  const report = await reportOf('stock', `sku,on_hand\n${rows}\n`);
  expect([report.rejected, report.errors.length]).toEqual([150, 100]);
});

it.each<[string, string, Sent, object]>([
  ['no known columns', 'a,b\n1,2\n', {}, { type: 'failed', detail: expect.stringMatching(/lacks the columns? sku/) }],
  [
    'the columns of no export',
    'a,b\n1,2\n',
    { query: { format: 'shopify' } },
    { type: 'failed', detail: expect.stringMatching(/is not one of the exports that are read/) },
  ],
  [
    'an unknown extension',
    'x',
    { query: { name: 'stock.pdf' } },
    { type: 'failed', detail: expect.stringMatching(/neither \.csv/) },
  ],
])('says what is wrong with a file with %s, without options of the command line', async (_what, body, sent, last) => {
  const message = messagesIn((await put('stock', body, sent)).text).at(-1);
  expect(message).toMatchObject(last);
  expect(JSON.stringify(message)).not.toMatch(/--|docs\//);
  expect(await audited()).toEqual([]);
});

it.each<[string, string, Sent, number]>([
  ['an unknown kind', 'users', {}, 404],
  ['a wrong option', 'stock', { query: { dry_run: 'perhaps' } }, 422],
  ['columns that are no JSON', 'stock', { query: { map: 'sku=Artikel' } }, 422],
  ['an encoding that is none', 'stock', { headers: { 'content-encoding': 'gzip' } }, 422],
])('refuses %s', async (_what, kind, sent, status) => {
  expect((await put(kind, 'sku,on_hand\n1,1\n', sent)).status).toBe(status);
});

it('refuses a file that is too large while it arrives, whatever its compressed size', async () => {
  const large = gzipSync(Buffer.alloc(257 * 1024 * 1024, 'a'));
  const refused = await put('stock', large, { headers: { 'content-encoding': 'gzip' } });
  expect(refused).toMatchObject({ status: 413, json: { detail: expect.stringContaining('larger than 256 MiB') } });
});

it('is for owners', async () => {
  token = await tokenFor(await addUser(service, brand), brand);
  expect((await put('stock', 'sku,on_hand\n1,1\n')).status).toBe(403);
});

it('keeps what it wrote when the owner goes away, on record as interrupted', async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `s${index},1`).join('\n');
  const leaving = request({
    port: service.clients[0].port,
    method: 'PUT',
    path: `/${brand.slug}/recommender/imports/stock?name=stock.csv`,
    headers: { host: brand.host, authorization: `Bearer ${token}` },
  });
  leaving.on('error', () => {});
  leaving.end(`sku,on_hand\n${rows}\n`);
  await until('rows are written', async () => (await levels()) > 0);
  leaving.destroy();
  await until('it is on record', async () => (await audited()).length === 1);
  const [entry] = await audited();
  expect(entry).toMatchObject({ action: 'stock.import', detail: { interrupted: true, inserted: await levels() } });
  expect(await levels()).toBeLessThan(300_000);
});

async function levels(): Promise<number> {
  const rows = await service.query<{ n: number }>('SELECT count(*)::int AS n FROM stock_levels WHERE brand_id = $1', [
    brand.id,
  ]);
  return rows[0]?.n ?? 0;
}
