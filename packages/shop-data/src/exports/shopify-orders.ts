import { typedNumber } from '@callside/schemas';
import { withCountryCode } from '@callside/schemas/customer-phone';
import type { ImportRecord } from '../entry.ts';
import {
  compact,
  dayText,
  decimalText,
  type FileLayout,
  formulaText,
  type OrderRowReader,
  phonesOf,
  skuText,
  textOf,
  toTranslation,
  unitsText,
} from './file-layout.ts';

// Columns: docs/imports.md, "Sources".

const columns = {
  required: ['Name', 'Created at', 'Financial Status', 'Lineitem sku', 'Lineitem quantity'],
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
};

/** Statuses of orders that are not, or no longer, a purchase. */
const undone = new Set(['refunded', 'voided', 'expired']);

function isUndone(order: ImportRecord): boolean {
  return textOf(order, 'Cancelled at') !== '' || undone.has(textOf(order, 'Financial Status').toLowerCase());
}

function createLayout(name: string, decide: (order: ImportRecord) => string | undefined): FileLayout {
  return {
    name,
    columns,
    createTranslator: () => {
      // Only the first row of an order has its status, dates and numbers.
      let order: ImportRecord = {};
      return {
        translate: (row) => {
          if (textOf(row, 'Name') !== textOf(order, 'Name')) order = row;
          const leftOut = decide(order);
          return leftOut === undefined ? toTranslation(toLine(row, order)) : { leftOut };
        },
      };
    },
  };
}

function toLine(row: ImportRecord, order: ImportRecord): ImportRecord {
  return compact({
    phone: phonesOf(textOf(order, 'Phone'), ...addresses.map((address) => phoneOf(order, address))),
    sku: skuText(textOf(row, 'Lineitem sku')),
    order_date: dayText(textOf(order, 'Created at')),
    product_title: formulaText(textOf(row, 'Lineitem name')),
    qty: unitsText(textOf(row, 'Lineitem quantity')),
    unit_price: decimalText(textOf(row, 'Lineitem price')),
    order_id: textOf(order, 'Name'),
    customer_name: textOf(order, 'Billing Name') || textOf(order, 'Shipping Name'),
  });
}

/** An export has the first two, a webhook all. */
const addresses = ['Billing', 'Shipping', 'Default', 'Customer'] as const;

function phoneOf(order: ImportRecord, address: (typeof addresses)[number]): string {
  const phone = textOf(order, `${address} Phone`).replace(/^'/, '');
  return withCountryCode(typedNumber(phone), textOf(order, `${address} Country`));
}

/** A row that has the data of its order. */
export const shopifyOrderRow: OrderRowReader = {
  isBought: (row) => !isUndone(row),
  toLine: (row) => toLine(row, row),
};

export const shopifyOrders = createLayout('Shopify orders', (order) =>
  isUndone(order) ? 'lines of orders that were cancelled or refunded completely' : undefined,
);

/** The returned lines: those of cancelled and completely refunded orders. */
export const shopifyReturns = createLayout('Shopify orders', (order) =>
  isUndone(order) ? undefined : 'lines of orders that are neither cancelled nor refunded completely',
);
