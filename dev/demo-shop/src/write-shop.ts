import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { toDateText } from './calendar.ts';
import type { OrderLine, Product, Shop, StockLevel } from './shop.ts';

export interface ShopFiles {
  catalogue: string;
  stock: string;
  orders: string;
}

type Cell = string | number | null;
type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => Cell])[];

const catalogueColumns: Columns<Product> = [
  ['sku', ({ sku }) => sku],
  ['title', ({ title }) => title],
  ['web_price', ({ webPrice }) => webPrice.toFixed(2)],
  ['article_type', ({ articleType }) => articleType],
  ['size', ({ size }) => size],
  ['metal', ({ metal }) => metal],
  ['gem', ({ gem }) => gem],
  ['color', ({ color }) => color],
  ['collection', ({ collection }) => collection],
  ['gender', ({ gender }) => gender],
];

const stockColumns: Columns<StockLevel> = [
  ['sku', ({ sku }) => sku],
  ['on_hand', ({ onHand }) => onHand],
];

const orderColumns: Columns<OrderLine> = [
  ['phone', ({ phone }) => phone],
  ['sku', ({ sku }) => sku],
  ['order_date', ({ day }) => toDateText(day)],
  ['product_title', ({ productTitle }) => productTitle],
  ['qty', ({ qty }) => qty],
  ['unit_price', ({ unitPrice }) => unitPrice?.toFixed(2) ?? null],
  ['order_id', ({ orderId }) => orderId],
  ['customer_id', ({ customerId }) => customerId],
  ['customer_name', ({ customerName }) => customerName],
];

/** Writes catalogue.csv, stock.csv and orders.csv for the imports of `callside`. Creates the directory if necessary. */
export async function writeShop(shop: Shop, directory: string): Promise<ShopFiles> {
  await mkdir(directory, { recursive: true });
  const files = {
    catalogue: path.join(directory, 'catalogue.csv'),
    stock: path.join(directory, 'stock.csv'),
    orders: path.join(directory, 'orders.csv'),
  };
  await writeCsv(files.catalogue, catalogueColumns, shop.products);
  await writeCsv(files.stock, stockColumns, shop.stock);
  await writeCsv(files.orders, orderColumns, shop.orderLines());
  return files;
}

async function writeCsv<Row>(file: string, columns: Columns<Row>, rows: Iterable<Row>): Promise<void> {
  await pipeline(
    records(columns, rows),
    stringify({ header: true, columns: columns.map(([name]) => name) }),
    createWriteStream(file),
  );
}

function* records<Row>(columns: Columns<Row>, rows: Iterable<Row>): Generator<Cell[]> {
  for (const row of rows) yield columns.map(([, cell]) => cell(row));
}
