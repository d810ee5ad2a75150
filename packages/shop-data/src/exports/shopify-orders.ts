import { phoneOfAddress } from '../customer-phone.ts';
import type { ImportRecord } from '../entry.ts';
import { type OrderState, orderState } from '../shop-words.ts';
import {
  compact,
  dayText,
  type FileLayout,
  formulaText,
  phonesOf,
  type TranslatedRow,
  type Translation,
  textOf,
  toTranslation,
  unitsText,
  unknownStatus,
} from './file-layout.ts';

// Columns: docs/imports.md, "Sources".

const statusColumn = 'Financial Status';

const columns = {
  required: ['Name', 'Created at', statusColumn, 'Lineitem sku', 'Lineitem quantity'],
  optional: [
    'Lineitem name',
    'Lineitem price',
    'Cancelled at',
    'Phone',
    'Billing Phone',
    'Shipping Phone',
    'Billing Country',
    'Shipping Country',
    'Billing Name',
    'Shipping Name',
  ],
  codes: ['Name', 'Created at', 'Lineitem sku', 'Phone', 'Billing Phone', 'Shipping Phone'],
  numbers: ['Lineitem quantity'],
  prices: ['Lineitem price'],
};

/** Orders that are remembered, and rows that wait for theirs. */
const mostKept = 50_000;

/** What all lines of an order have from its first row. */
interface Order {
  state: Exclude<OrderState, 'open'> | undefined;
  status: string;
  /** In the columns of Callside. */
  values: ImportRecord;
}

/**
 * Whether an order is a purchase: also one that will be paid later, such as by invoice, and one without a status. undefined: its status is
 * unknown.
 */
export function shopifyOrderState(status: string, cancelledAt: string): Order['state'] {
  if (cancelledAt !== '') return 'undone';
  const state = status === '' ? 'bought' : orderState(status);
  return state === 'open' ? 'bought' : state;
}

function orderOf(row: ImportRecord): Order {
  const status = textOf(row, statusColumn);
  return {
    status,
    state: shopifyOrderState(status, textOf(row, 'Cancelled at')),
    values: compact({
      phone: phonesOf(...phonesIn(row)),
      order_date: dayText(textOf(row, 'Created at')),
      order_id: textOf(row, 'Name'),
      customer_name: textOf(row, 'Billing Name') || textOf(row, 'Shipping Name'),
    }),
  };
}

/** An export has the first two, a webhook all. */
const addresses = ['Billing', 'Shipping', 'Default', 'Customer'] as const;

function phonesIn(row: ImportRecord): string[] {
  const ofAddresses = addresses.map((address) =>
    phoneOfAddress(textOf(row, `${address} Phone`), textOf(row, `${address} Country`)),
  );
  return [textOf(row, 'Phone'), ...ofAddresses];
}

function lineOf(row: ImportRecord, { values }: Order): ImportRecord {
  return {
    ...values,
    ...compact({
      sku: textOf(row, 'Lineitem sku'),
      product_title: formulaText(textOf(row, 'Lineitem name')),
      qty: unitsText(textOf(row, 'Lineitem quantity')),
      unit_price: textOf(row, 'Lineitem price'),
    }),
  };
}

/** The line of a row that has the data of its order, as those of webhooks. */
export function shopifyLine(row: ImportRecord): ImportRecord {
  return lineOf(row, orderOf(row));
}

/** The orders of a file by their names. Only the first row of an order has its status, dates and numbers. */
class Orders {
  readonly #found = new Map<string, Order>();
  #last = '';

  /** undefined: no row before has the data of the order. */
  find(row: ImportRecord): Order | undefined {
    const name = textOf(row, 'Name');
    const isNext = name !== '' && name === this.#last && this.#found.has(name);
    this.#last = name;
    if (isNext || !beginsOrder(row)) return this.#found.get(name);
    const order = orderOf(row);
    if (name !== '') this.#keep(name, order);
    return order;
  }

  #keep(name: string, order: Order): void {
    this.#found.delete(name);
    this.#found.set(name, order);
    const [oldest] = this.#found.keys();
    if (this.#found.size > mostKept && oldest !== undefined) this.#found.delete(oldest);
  }
}

function beginsOrder(row: ImportRecord): boolean {
  return textOf(row, statusColumn) !== '' || phonesIn(row).some((phone) => phone !== '');
}

/** `leaves`: why a line is left out because of the state of its order. */
function createLayout(name: string, leaves: (state: OrderState) => string | undefined): FileLayout {
  const toRow = (row: ImportRecord, order: Order): Exclude<Translation, 'kept'> => {
    if (order.state === undefined) return { reason: unknownStatus(statusColumn, order.status) };
    const leftOut = leaves(order.state);
    return leftOut === undefined ? toTranslation(lineOf(row, order)) : { leftOut };
  };
  return {
    name,
    columns,
    createTranslator: () => {
      const orders = new Orders();
      // Of a file that is sorted by another column.
      const waiting: TranslatedRow[] = [];
      return {
        translate: (record, line) => {
          const order = orders.find(record);
          if (order !== undefined) return toRow(record, order);
          if (waiting.length >= mostKept) return { reason: withoutOrder(record) };
          waiting.push({ line, record });
          return 'kept';
        },
        finish: () =>
          waiting.map(({ line, record }) => {
            const order = orders.find(record);
            return { line, ...(order === undefined ? { reason: withoutOrder(record) } : toRow(record, order)) };
          }),
      };
    },
  };
}

function withoutOrder(row: ImportRecord): string {
  return `the row with the status and the phone number of the order ${textOf(row, 'Name')} is missing, or too far away: sort the file by Name`;
}

export const shopifyOrders = createLayout('Shopify orders', (state) =>
  state === 'undone' ? 'lines of orders that were cancelled or refunded completely' : undefined,
);

/** The returned lines: those of cancelled and completely refunded orders. */
export const shopifyReturns = createLayout('Shopify orders', (state) =>
  state === 'undone' ? undefined : 'lines of orders that are neither cancelled nor refunded completely',
);
