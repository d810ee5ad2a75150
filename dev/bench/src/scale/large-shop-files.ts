import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toDateText } from '../offers/offer-requests.ts';
import { attributeNames, type LargeShop } from './large-shop.ts';

export interface LargeShopFiles {
  readonly catalogue: string;
  readonly stock: string;
  readonly orders: string;
}

/** Rows that are written at once. */
const rowsOfChunk = 10_000;
const firstPhone = 2_012_000_000;

/** The phone of a customer of the rows: valid in the United States. */
export function phoneOf(customer: number): string {
  return String(firstPhone + customer);
}

/** Writes the files for the imports of `callside`. */
export async function writeLargeShop(
  { catalogue, rows, inStock }: LargeShop,
  directory: string,
): Promise<LargeShopFiles> {
  const { items } = catalogue;
  const skuOf = (item: number) => items[item]?.sku;
  const files = {
    catalogue: join(directory, 'catalogue.csv'),
    stock: join(directory, 'stock.csv'),
    orders: join(directory, 'orders.csv'),
  };
  await writeLines(files.catalogue, ['sku', 'title', 'web_price', 'article_type', ...attributeNames], items, (item) => [
    item.sku,
    item.title,
    item.webPrice,
    item.articleType,
    ...attributeNames.map((name) => item.attributes[name] ?? ''),
  ]);
  await writeLines(files.stock, ['sku', 'on_hand'], inStock.keys(), (item) => [skuOf(item), 5 * (inStock[item] ?? 0)]);
  await writeLines(files.orders, ['phone', 'sku', 'order_date'], rows.items.keys(), (line) => [
    phoneOf(rows.customers[line] as number),
    skuOf(rows.items[line] as number),
    toDateText(rows.days[line] as number),
  ]);
  return files;
}

/** No cell needs quotes. */
async function writeLines<Row>(
  file: string,
  names: readonly string[],
  rows: Iterable<Row>,
  toCells: (row: Row) => unknown[],
): Promise<void> {
  function* chunks(): Generator<string> {
    let lines = [names.join(',')];
    for (const row of rows) {
      lines.push(toCells(row).join(','));
      if (lines.length < rowsOfChunk) continue;
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    yield lines.map((line) => `${line}\n`).join('');
  }
  await pipeline(chunks(), createWriteStream(file));
}
