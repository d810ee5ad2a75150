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
  textOf,
  toTranslation,
  unitsText,
  unknownStatus,
} from './file-layout.ts';

// WooCommerce itself exports no order lines. These are the columns of the plugin "Advanced Order Export For WooCommerce", and those
// of "Customer / Order / Coupon Export" with one row per line item.

const aliases = new Map([
  ['order_number', 'Order Number'],
  ['status', 'Order Status'],
  ['order_status', 'Order Status'],
  ['date', 'Order Date'],
  ['order_date', 'Order Date'],
  ['billing_phone', 'Phone (Billing)'],
  ['shipping_phone', 'Phone (Shipping)'],
  ['billing_country', 'Country Code (Billing)'],
  ['shipping_country', 'Country Code (Shipping)'],
  ['billing_first_name', 'First Name (Billing)'],
  ['billing_last_name', 'Last Name (Billing)'],
  ['item_sku', 'SKU'],
  ['item_name', 'Item Name'],
  ['item_quantity', 'Quantity'],
  ['item_price', 'Item Cost'],
  ['quantity (- refund)', 'Quantity (- Refund)'],
]);

const statusColumn = 'Order Status';

const columns = {
  required: ['Order Number', statusColumn, 'Order Date', 'Phone (Billing)', 'SKU', 'Quantity'],
  optional: [
    'Quantity (- Refund)',
    'Item Name',
    'Item Cost',
    'Phone (Shipping)',
    'Country Code (Billing)',
    'Country Code (Shipping)',
    'First Name (Billing)',
    'Last Name (Billing)',
  ],
  aliases,
  codes: ['Order Number', 'Order Date', 'SKU', 'Phone (Billing)', 'Phone (Shipping)'],
  numbers: ['Quantity', 'Quantity (- Refund)'],
  prices: ['Item Cost'],
};

/**
 * Statuses: https://woocommerce.com/document/managing-orders/order-statuses/. Their names may be those of the shop's language. One that is on
 * hold waits for its payment, such as a bank transfer; then it is processed, or it is cancelled.
 */
export function wooCommerceOrderState(status: string): OrderState | undefined {
  return orderState(status.trim().replace(/^wc-/i, ''));
}

function stateOf(row: ImportRecord): OrderState | undefined {
  const state = wooCommerceOrderState(textOf(row, statusColumn));
  return state === 'bought' && isTakenBack(row) ? 'undone' : state;
}

/** All pieces of the line were refunded. */
function isTakenBack(row: ImportRecord): boolean {
  return isNone(textOf(row, 'Quantity (- Refund)')) && !isNone(textOf(row, 'Quantity'));
}

function isNone(units: string): boolean {
  return units !== '' && Number(units) === 0;
}

const name = 'WooCommerce orders';
const unpaid = 'lines of orders that are not paid';

const addresses = ['Billing', 'Shipping'] as const;

/** The line of a row, in the columns of Callside; without a SKU or a phone number if the row has none. */
export function wooCommerceLine(row: ImportRecord): ImportRecord {
  const left = textOf(row, 'Quantity (- Refund)');
  return compact({
    phone: phonesOf(
      ...addresses.map((address) =>
        phoneOfAddress(textOf(row, `Phone (${address})`), textOf(row, `Country Code (${address})`)),
      ),
    ),
    sku: textOf(row, 'SKU'),
    order_date: dayText(textOf(row, 'Order Date')),
    product_title: formulaText(textOf(row, 'Item Name')),
    qty: unitsText(left === '' || isNone(left) ? textOf(row, 'Quantity') : left),
    unit_price: textOf(row, 'Item Cost'),
    order_id: textOf(row, 'Order Number'),
    customer_name: [textOf(row, 'First Name (Billing)'), textOf(row, 'Last Name (Billing)')].join(' ').trim(),
  });
}

export const wooCommerceOrders: FileLayout = {
  name,
  columns,
  createTranslator: () => ({
    translate: (row) => {
      const state = stateOf(row);
      if (state === undefined) return { reason: unknownStatus(statusColumn, textOf(row, statusColumn)) };
      if (state === 'bought') return toTranslation(wooCommerceLine(row));
      return { leftOut: state === 'open' ? unpaid : 'lines that were cancelled or refunded, or whose payment failed' };
    },
  }),
};

/** The returned lines. An order may have a product in several rows, and the history has it once: it is kept while one row is. */
export const wooCommerceReturns: FileLayout = {
  name,
  columns,
  createTranslator: () => {
    let order = '';
    let returned: TranslatedRow[] = [];
    const kept = new Set<string>();
    const finish = () => {
      const rows = returned.filter(({ record }) => !kept.has(textOf(record, 'sku')));
      returned = [];
      kept.clear();
      return rows;
    };
    return {
      release: (row) => {
        const isSameOrder = textOf(row, 'Order Number') === order;
        order = textOf(row, 'Order Number');
        return isSameOrder ? [] : finish();
      },
      translate: (row, line) => {
        const state = stateOf(row);
        if (state === undefined) return { reason: unknownStatus(statusColumn, textOf(row, statusColumn)) };
        if (state === 'open') return { leftOut: unpaid };
        const translation = toTranslation(wooCommerceLine(row));
        if (state === 'bought') {
          kept.add(textOf(row, 'SKU'));
          return { leftOut: 'lines that are neither cancelled nor refunded' };
        }
        if (!('record' in translation)) return translation;
        returned.push({ line, record: translation.record });
        return 'kept';
      },
      finish,
    };
  },
};
