import { z } from 'zod';
import { unknownStatus } from '../exports/file-layout.ts';
import { wooCommerceLine, wooCommerceOrderState } from '../exports/woocommerce-orders.ts';
import { readOrderLines } from './order-lines.ts';
import { amount, id, instant, words } from './read-payload.ts';
import type { OrderChange, UndecidedOrder } from './shop-webhook.ts';

const mostLines = 1000;

export const wooCommerceOrderSchema = z.object({
  id,
  number: words,
  status: words,
  /** In the shop's own time. */
  date_created: words,
  date_modified_gmt: instant,
  billing: z.object({ first_name: words, last_name: words, phone: words, country: words }).nullish(),
  shipping: z.object({ phone: words, country: words }).nullish(),
  line_items: z.array(z.object({ sku: words, name: words, quantity: amount, price: words })).max(mostLines),
});

export function toOrderChange(order: z.output<typeof wooCommerceOrderSchema>): OrderChange | UndecidedOrder {
  const state = wooCommerceOrderState(order.status);
  if (state === undefined) {
    return { kind: 'undecided-order', orderId: order.id, problem: unknownStatus('status', order.status) };
  }
  const lines = order.line_items.map(({ sku, name, quantity, price }) => ({
    sku: sku.trim(),
    title: name,
    price,
    quantity,
    left: quantity,
  }));
  const ordered = readOrderLines(lines, { isBought: state === 'bought' }, (line, quantity) =>
    wooCommerceLine({
      'Order Number': order.number || order.id,
      'Order Date': order.date_created,
      'Phone (Billing)': order.billing?.phone ?? '',
      'Country Code (Billing)': order.billing?.country ?? '',
      'Phone (Shipping)': order.shipping?.phone ?? '',
      'Country Code (Shipping)': order.shipping?.country ?? '',
      'First Name (Billing)': order.billing?.first_name ?? '',
      'Last Name (Billing)': order.billing?.last_name ?? '',
      SKU: line.sku,
      Quantity: String(quantity),
      'Item Name': line.title,
      'Item Cost': line.price,
    }),
  );
  return { kind: 'order', orderId: order.id, changedAt: order.date_modified_gmt, ...ordered };
}
