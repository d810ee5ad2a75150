import type { Query } from '@callside/database';
import { sortableId } from '@callside/schemas';
import type { BrandOfRows } from './brand-of-rows.ts';
import { CustomerBook } from './customer-book.ts';
import { lockCustomers, planForAnyBrand, readCustomers, writeCustomers } from './customer-statements.ts';
import type { ImportDatabase } from './dry-run.ts';
import { EarlierLines } from './earlier-lines.ts';
import type { ImportColumns } from './entry.ts';
import type { ImportTarget } from './import-rows.ts';
import { countChanges, lastOfEach } from './last-of-each.ts';
import { noteOrders } from './note-orders.ts';
import { type ObjectionSubject, setObjections } from './objections/objections.ts';
import {
  columnsOf,
  type LineKey,
  mergeOrderLines,
  type OrderLine,
  orderLineKey,
  upsertOrderLines,
} from './order-line-statements.ts';
import { createOrderRowSchema, type OrderRow } from './order-row.ts';

export const orderColumns: ImportColumns = {
  required: ['phone', 'sku', 'order_date'],
  optional: ['product_title', 'qty', 'unit_price', 'order_id', 'customer_id', 'customer_name', 'objects'],
  codes: ['phone', 'sku', 'order_date', 'order_id', 'customer_id'],
  numbers: ['qty'],
  prices: ['unit_price'],
  isComplete: true,
};

/** Imports the order lines of one brand with their customers, identified by customer, day, SKU and order. */
export function createOrderTarget(
  { transaction, isRehearsal = false }: Pick<ImportDatabase, 'transaction' | 'isRehearsal'>,
  { id, country }: Pick<BrandOfRows, 'id' | 'country'>,
): ImportTarget<OrderRow> {
  const earlier = new EarlierLines();
  return {
    columns: orderColumns,
    schema: createOrderRowSchema(country),
    // A batch has several round trips, and each answer waits until the rows that were read are parsed: 2,000 rows took a sixth longer.
    batchSize: 8000,
    // So that the rows of an order, which most files have together, are one write.
    continues: (before, { line }) => line.orderId !== null && line.orderId === before.line.orderId,
    close: () => earlier.close(),
    upsert: async (rows) => {
      const { add, ...written } = await transaction(async (query) => {
        if (!isRehearsal) await lockCustomers(query, id);
        const { first, ...upserted } = await upsertOrders(query, id, rows, earlier);
        if (!isRehearsal) await noteOrders(query, id, first);
        return upserted;
      });
      add();
      return written;
    },
  };
}

async function upsertOrders(query: Query, brandId: string, rows: readonly OrderRow[], earlier: EarlierLines) {
  await planForAnyBrand(query);
  const book = new CustomerBook(
    await readCustomers(
      query,
      brandId,
      rows.map(({ customer }) => customer),
    ),
    () => sortableId(Date.now()),
  );
  const lines = rows.map((row) => ({ ...row.line, customer: book.identify(row.customer) }));
  const { last, columns, add } = await meanwhile(writeCustomers(query, brandId, book), () => toWrite(lines, earlier));
  const objecting = rows.filter(({ objects }) => objects).map(({ customer }) => subjectOf(customer));
  if (objecting.length > 0) await setObjections(query, brandId, objecting);
  const repeating = [...last.changes.keys()].map((key) => (last.rows.get(key) as OrderLine).customer);
  const watchedCustomers = [...new Set([...repeating, ...book.changed.keys()])];
  const written = [
    await upsertOrderLines(query, brandId, columns.set, watchedCustomers, { adds: false }),
    await upsertOrderLines(query, brandId, columns.added, watchedCustomers, { adds: true }),
  ];
  const sum = (count: 'written' | 'inserted') => written.reduce((total, lines) => total + lines[count], 0);
  const watched = written.flatMap((lines) => lines.watched);
  const repeats = countChanges(last, watched, orderLineKey);
  return {
    inserted: sum('inserted'),
    updated: sum('written') - sum('inserted') + repeats + countTaught(book, watched),
    otherNumbers: book.otherNumbers,
    first: firstDay(written.map((lines) => lines.firstDay)),
    add,
  };
}

/** The code names one customer; a number may be shared. */
function subjectOf({ customerId, phoneNumber }: OrderRow['customer']): ObjectionSubject {
  return { customerId, phoneNumber: customerId === null ? phoneNumber : null };
}

/** The result of `prepare`, which this program computes while PostgreSQL writes. */
async function meanwhile<Result>(written: Promise<void>, prepare: () => Result): Promise<Result> {
  try {
    return prepare();
  } finally {
    await written;
  }
}

/** Lines of different keys, apart for those that the file has had before. */
function toWrite(lines: readonly OrderLine[], earlier: EarlierLines) {
  const last = lastOfEach(lines, orderLineKey, mergeOrderLines);
  const distinct = [...last.rows.values()];
  // Without the id of an order, the last row of a line counts.
  const { known, add } = earlier.read(distinct.filter(({ orderId }) => orderId !== null).map(orderLineKey));
  const hasAny = known.size > 0;
  const columns = {
    set: columnsOf(hasAny ? distinct.filter((line) => !known.has(orderLineKey(line))) : distinct),
    added: columnsOf(hasAny ? distinct.filter((line) => known.has(orderLineKey(line))) : []),
  };
  return { last, columns, add };
}

function firstDay(days: readonly (string | null)[]): string | null {
  return days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);
}

/** A row that changed only its customer counts as an update as well. */
function countTaught({ changed }: CustomerBook, written: readonly LineKey[]): number {
  const customers = new Set(written.map(({ customer }) => customer));
  return [...changed.keys()].filter((id) => !customers.has(id)).length;
}
