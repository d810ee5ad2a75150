import type { Query } from '@callside/database';
import type { BrandOfRows } from './brand-of-rows.ts';
import { CustomerBook } from './customer-book.ts';
import { lockCustomers, readCustomers, writeCustomers } from './customer-statements.ts';
import type { ImportDatabase } from './dry-run.ts';
import type { ImportTarget } from './import-rows.ts';
import { countChanges, lastOfEach } from './last-of-each.ts';
import { mergeOrderLines, orderLineKey, upsertOrderLines } from './order-line-statements.ts';
import { createOrderRowSchema, type OrderRow } from './order-row.ts';
import { sortableId } from './sortable-id.ts';

/** Imports the order lines of one brand with their customers, identified by customer, day, SKU and order. */
export function createOrderTarget(
  { transaction }: Pick<ImportDatabase, 'transaction'>,
  { id, country }: Pick<BrandOfRows, 'id' | 'country'>,
): ImportTarget<OrderRow> {
  return {
    columns: {
      required: ['phone', 'sku', 'order_date'],
      optional: ['product_title', 'qty', 'unit_price', 'order_id', 'customer_id', 'customer_name'],
      isComplete: true,
    },
    schema: createOrderRowSchema(country),
    batchSize: 2000,
    upsert: (rows) => transaction((query) => upsertOrders(query, id, rows)),
  };
}

async function upsertOrders(query: Query, brandId: string, rows: readonly OrderRow[]) {
  await lockCustomers(query, brandId);
  const book = new CustomerBook(
    await readCustomers(
      query,
      brandId,
      rows.map(({ customer }) => customer),
    ),
    () => sortableId(Date.now()),
  );
  const lines = rows.map((row) => ({ ...row.line, customer: book.identify(row.customer) }));
  await writeCustomers(query, brandId, book);

  const last = lastOfEach(lines, orderLineKey, mergeOrderLines);
  const written = await upsertOrderLines(query, brandId, [...last.rows.values()]);
  const inserted = written.filter((line) => line.inserted).length;
  const repeats = countChanges(last, written, orderLineKey);
  return { inserted, updated: written.length - inserted + repeats + countTaught(book, written) };
}

/** A row that changed only its customer counts as an update as well. */
function countTaught({ changed }: CustomerBook, written: readonly { customer: string }[]): number {
  const customers = new Set(written.map(({ customer }) => customer));
  return [...changed.keys()].filter((id) => !customers.has(id)).length;
}
