import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Query } from '@callside/database';
import { createCatalogueTarget } from '../catalogue-target.ts';
import { layoutsOf } from '../exports/shop-layouts.ts';
import type { ImportTarget } from '../import-rows.ts';
import { createOrderRowSchema } from '../order-row.ts';
import { orderColumns } from '../order-target.ts';
import { createStockTarget } from '../stock-target.ts';
import { importFile } from './import-file.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'import-file-test-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const options = { signal: new AbortController().signal, onEnd: async () => {}, currency: 'USD' };

/** The rows as they would be written, and the report. */
async function importText<Row>(name: string, text: string, target: Omit<ImportTarget<Row>, 'upsert'>) {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  const rows: Row[] = [];
  const upsert = async (given: readonly Row[]) => {
    rows.push(...given);
    return { inserted: given.length, updated: 0 };
  };
  return { rows, report: await importFile(file, { ...target, upsert }, options) };
}

const none = (async () => []) as Query;
const stock = createStockTarget(none, 'brand');
const catalogue = createCatalogueTarget(none, 'brand', {});
const orders = { columns: orderColumns, schema: createOrderRowSchema('US') };

describe('the file of an import', () => {
  it('has SKUs as a spreadsheet keeps them texts, and the same stock levels in each notation', async () => {
    const { rows, report } = await importText(
      'stock.csv',
      'sku;on_hand\n"=""007""";5,0\n="008";="3"\n\'1001;0,00\n7;sold out\n',
      stock,
    );
    expect(rows).toEqual([
      { sku: '007', onHand: 5 },
      { sku: '008', onHand: 3 },
      { sku: '1001', onHand: 0 },
      { sku: '7', onHand: 0 },
    ]);
    expect(report.rejected).toBe(0);
  });

  it('has no number that may be one of thousands, and names its column', async () => {
    const semicolons =
      'sku;title;web_price;article_type\n1;A;1.250;pin\n2;B;1.250,00;pin\n3;C;8,50;pin\n4;D;$19.99;pin\n';
    const { rows, report } = await importText('catalogue.csv', semicolons, catalogue);
    expect(rows.map(({ sku, webPrice }) => [sku, webPrice])).toEqual([
      ['2', '1250.00'],
      ['3', '8.50'],
      ['4', '19.99'],
    ]);
    expect(report.errors).toEqual([{ line: 2, reason: expect.stringMatching(/^web_price must be .*thousands$/) }]);
    const commas = 'sku,title,web_price,article_type\n1,A,1.250,pin\n2,B,"1,250",pin\n3,C,19.99 EUR,pin\n';
    const other = await importText('catalogue.csv', commas, catalogue);
    expect(other.rows.map(({ webPrice }) => webPrice)).toEqual(['1.250']);
    expect(other.report.errors.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('has a product without a size where its cell says that there is none', async () => {
    const sizes = ['N/A', '-', 'none', 'k. A.', '0,0', 'M', '7'];
    const lines = sizes.map((size, at) => `${at},A,9,pin,"${size}"`);
    const text = ['sku,title,web_price,article_type,size', ...lines].join('\n');
    const { rows } = await importText('catalogue.csv', text, catalogue);
    expect(rows.map(({ size, sizeText }) => size ?? sizeText)).toEqual([null, null, null, null, null, 'M', '7']);
  });

  it.each([
    ['America/New_York', '15'],
    ['UTC', '20'],
    ['unknown', '20'],
  ])('has the price of a sale until the end of its last day in the time zone %s', async (timeZone, price) => {
    const columns = 'Type,SKU,Name,Regular price,Sale price,Date sale price ends,Categories';
    const file = path.join(directory, 'sale.csv');
    writeFileSync(file, `${columns}\nsimple,A,Pin,20,15,2026-03-09,Pins\n`);
    const prices: string[] = [];
    const target: typeof catalogue = {
      ...catalogue,
      upsert: async (rows) => {
        prices.push(...rows.map(({ webPrice }) => webPrice));
        return { inserted: rows.length, updated: 0 };
      },
    };
    const layouts = layoutsOf('woocommerce', 'catalogue', new Date('2026-03-10T02:00:00Z'));
    await importFile(file, target, { ...options, layouts, timeZone });
    expect(prices).toEqual([price]);
  });

  it('has ids and days in each notation', async () => {
    const { rows } = await importText(
      'orders.csv',
      "\uFEFF\uFEFFphone,s\u200Bku,order_date,order_id,customer_id\n415-555-0100 x12,'1001,2026/05/01,'77,\u200EC1\n,1001,2026\u201105\u201101 10:00:00,77,'C1\n",
      orders,
    );
    const line = expect.objectContaining({ sku: '1001', orderDate: '2026-05-01', orderId: '77' });
    expect(rows).toEqual([
      { customer: { customerId: 'C1', phoneNumber: '+14155550100', name: null }, line },
      { customer: { customerId: 'C1', phoneNumber: null, name: null }, line },
    ]);
  });

  it('has no rows that are empty, as NDJSON and as CSV', async () => {
    const empty = '{}\n{"sku":null,"on_hand":null}\n{"sku":"","on_hand":" "}\n';
    const ndjson = await importText('stock.ndjson', `${empty}\uFEFF{"s\u200Bku":"'1","on_hand":"5,0"}\n`, stock);
    expect({ rows: ndjson.rows, rejected: ndjson.report.rejected }).toEqual({
      rows: [{ sku: '1', onHand: 5 }],
      rejected: 0,
    });
    const csv = await importText('stock.csv', 'sku,on_hand\n,\n\u200B,\u00A0\n1,5\n', stock);
    expect({ rows: csv.rows, rejected: csv.report.rejected }).toEqual({ rows: [{ sku: '1', onHand: 5 }], rejected: 0 });
  });

  it('retires the products of an export that are not offered any more, and counts them', async () => {
    const retired: string[] = [];
    const query = (async (text: string, [, skus]: readonly unknown[]) => {
      const given = skus as string[];
      if (text.includes('retired_at = now()')) retired.push(...given);
      return given.map((sku) => ({ sku, inserted: true }));
    }) as Query;
    const columns = 'Handle,Title,Type,Status,Variant SKU,Variant Price';
    const rows = ['a,A,pin,active,A,9', 'b,B,pin,draft,B,9', 'c,C,pin,active,C,0.00', 'd,D,pin,archived,A,9'];
    const file = path.join(directory, 'products.csv');
    writeFileSync(file, [columns, ...rows, ''].join('\n'));
    const layouts = layoutsOf('shopify', 'catalogue', new Date('2026-03-10T12:00:00Z'));
    const target = createCatalogueTarget(query, 'brand', { isExport: true });
    expect(await importFile(file, target, { ...options, layouts })).toMatchObject({
      inserted: 1,
      retired: 2,
      left_out: { 'products that are drafts or archived': 2, 'products with the price 0': 1 },
    });
    expect(retired).toEqual(['B', 'C']);
  });
});
