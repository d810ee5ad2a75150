import type { ImportRecord } from '../entry.ts';
import {
  compact,
  dayText,
  decimalText,
  type FileLayout,
  formulaText,
  type OrderRowReader,
  phonesOf,
  type TranslatedRow,
  textOf,
  toTranslation,
  unitsText,
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
  ['billing_first_name', 'First Name (Billing)'],
  ['billing_last_name', 'Last Name (Billing)'],
  ['item_sku', 'SKU'],
  ['item_name', 'Item Name'],
  ['item_quantity', 'Quantity'],
  ['item_price', 'Item Cost'],
  ['quantity (- refund)', 'Quantity (- Refund)'],
]);

const columns = {
  required: ['Order Number', 'Order Status', 'Order Date', 'Phone (Billing)', 'SKU', 'Quantity'],
  optional: [
    'Quantity (- Refund)',
    'Item Name',
    'Item Cost',
    'Phone (Shipping)',
    'First Name (Billing)',
    'Last Name (Billing)',
  ],
  aliases,
};

type OrderState = 'bought' | 'undone' | 'open';

/** Statuses: https://woocommerce.com/document/managing-orders/order-statuses/. Their names may be those of the shop's language. */
function stateOf(row: ImportRecord): OrderState {
  const status = textOf(row, 'Order Status').toLowerCase().replace(/^wc-/, '');
  if (['cancelled', 'canceled', 'refunded', 'failed'].includes(status)) return 'undone';
  // Waits for its payment, such as a bank transfer; then it is processed, or it is cancelled.
  if (['on-hold', 'on hold'].includes(status)) return 'open';
  if (['pending', 'pending payment', 'checkout-draft', 'draft', 'trash'].includes(status)) return 'open';
  return isTakenBack(row) ? 'undone' : 'bought';
}

/** All pieces of the line were refunded. */
function isTakenBack(row: ImportRecord): boolean {
  return isNone(textOf(row, 'Quantity (- Refund)')) && !isNone(textOf(row, 'Quantity'));
}

/** `0`, `0.0` or `0,00`. */
function isNone(units: string): boolean {
  return /^0+(?:[.,]0*)?$/.test(units);
}

const name = 'WooCommerce orders';
const unpaid = 'lines of orders that are not paid';

function toLine(row: ImportRecord): ImportRecord {
  const left = textOf(row, 'Quantity (- Refund)');
  return compact({
    phone: phonesOf(textOf(row, 'Phone (Billing)'), textOf(row, 'Phone (Shipping)')),
    sku: formulaText(textOf(row, 'SKU')),
    order_date: dayText(textOf(row, 'Order Date')),
    product_title: formulaText(textOf(row, 'Item Name')),
    qty: unitsText(left === '' || isNone(left) ? textOf(row, 'Quantity') : left),
    unit_price: decimalText(textOf(row, 'Item Cost')),
    order_id: textOf(row, 'Order Number'),
    customer_name: [textOf(row, 'First Name (Billing)'), textOf(row, 'Last Name (Billing)')].join(' ').trim(),
  });
}

export const wooCommerceOrderRow: OrderRowReader = { isBought: (row) => stateOf(row) === 'bought', toLine };

export const wooCommerceOrders: FileLayout = {
  name,
  columns,
  createTranslator: () => ({
    translate: (row) => {
      const state = stateOf(row);
      if (state === 'bought') return toTranslation(toLine(row));
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
        if (state === 'open') return { leftOut: unpaid };
        const translation = toTranslation(toLine(row));
        if (state === 'bought') {
          kept.add(formulaText(textOf(row, 'SKU')));
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
