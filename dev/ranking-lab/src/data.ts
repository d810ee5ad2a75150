import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Catalogue, type CatalogueItem, createCatalogue } from '@callside/recommender/ranking';
import { parse } from 'csv-parse';
import type { Purchases } from './purchases.ts';

/** A line of an orders file. */
export interface OrderLine {
  phone: string;
  sku: string;
  /** Days since 1970-01-01. */
  day: number;
}

type CsvRow = Record<string, string>;

const msPerDay = 86_400_000;
const catalogueColumns = new Set(['sku', 'title', 'web_price', 'article_type', 'size']);

/** "2021-01-31" as days since 1970-01-01; throws when it is not a valid date of this form. */
export function toDay(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`);
  // Date.parse accepts 30 February as 2 March.
  const isDate = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${date}T`);
  if (!isDate) throw new Error(`"${date}" is no date of the form 2021-01-31`);
  return ms / msPerDay;
}

/** Reads a catalogue in the format of the import, gzip-compressed when the file's name ends with `.gz`. */
export async function readCatalogue(file: string): Promise<Catalogue> {
  const items: CatalogueItem[] = [];
  await forEachRow(file, ['sku', 'title', 'web_price', 'article_type'], (row) => {
    items.push({
      sku: row.sku ?? '',
      title: row.title ?? '',
      webPrice: Number(row.web_price),
      articleType: row.article_type ?? '',
      size: row.size ? Number(row.size) : null,
      attributes: Object.fromEntries(
        Object.entries(row).filter(([column, value]) => !catalogueColumns.has(column) && value !== ''),
      ),
    });
  });
  return createCatalogue(items, file);
}

/** Reads orders in the format of the import, gzip-compressed when the file's name ends with `.gz`. */
export async function readOrders(file: string): Promise<OrderLine[]> {
  const lines: OrderLine[] = [];
  // The same date occurs in many lines.
  const days = new Map<string, number>();
  await forEachRow(file, ['phone', 'sku', 'order_date'], (row) => {
    const { phone = '', sku = '', order_date: date = '' } = row;
    const day = days.get(date) ?? toDay(date);
    days.set(date, day);
    lines.push({ phone, sku, day });
  });
  return lines;
}

/** A catalogue of the SKUs in orders, when nothing else is known of them. */
export function catalogueOfOrders(lines: Iterable<OrderLine>): Catalogue {
  const skus = new Set<string>();
  for (const { sku } of lines) skus.add(sku);
  const items = [...skus].map((sku) => ({
    sku,
    title: `item ${sku}`,
    webPrice: 1,
    articleType: 'item',
    size: null,
    attributes: {},
  }));
  return createCatalogue(items, 'of orders');
}

/** The lines of products in the catalogue. An item counts once per customer and day, also with several orders that day. */
export function toPurchases(lines: Iterable<OrderLine>, catalogue: Catalogue): Purchases {
  const customers = new Map<string, number>();
  const known: { customer: number; item: number; day: number }[] = [];
  for (const { phone, sku, day } of lines) {
    const item = catalogue.indexOfSku(sku);
    if (item === undefined) continue;
    const customer = customers.get(phone) ?? customers.size;
    customers.set(phone, customer);
    known.push({ customer, item, day });
  }
  known.sort((a, b) => a.customer - b.customer || a.day - b.day || a.item - b.item);
  const distinct = known.filter((line, index) => {
    const before = known[index - 1];
    return before?.customer !== line.customer || before.day !== line.day || before.item !== line.item;
  });
  return {
    rows: {
      customers: Int32Array.from(distinct, ({ customer }) => customer),
      items: Int32Array.from(distinct, ({ item }) => item),
      days: Int32Array.from(distinct, ({ day }) => day),
    },
    customerNames: [...customers.keys()],
  };
}

async function forEachRow(file: string, columns: readonly string[], visit: (row: CsvRow) => void): Promise<void> {
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true, trim: true });
  const read = createReadStream(file);
  const consume = async (rows: AsyncIterable<CsvRow>) => {
    let isFirst = true;
    for await (const row of rows) {
      const missing = isFirst ? columns.filter((column) => row[column] === undefined) : [];
      if (missing.length > 0) throw new Error(`${file} has no column ${missing.join(', ')}`);
      isFirst = false;
      visit(row);
    }
  };
  if (file.endsWith('.gz')) await pipeline(read, createGunzip(), parser, consume);
  else await pipeline(read, parser, consume);
}
