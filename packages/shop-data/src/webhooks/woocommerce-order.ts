import { withCountryCode } from '@callside/schemas/customer-phone';
import { z } from 'zod';
import { wooCommerceOrderRow } from '../exports/woocommerce-orders.ts';
import { readOrderLines } from './order-lines.ts';
import { plainText } from './plain-text.ts';
import { id, instant, words } from './read-payload.ts';
import type { OrderChange } from './shop-webhook.ts';

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
  line_items: z.array(z.object({ sku: words, name: words, quantity: z.number(), price: words })).max(mostLines),
});

export function toOrderChange(order: z.output<typeof wooCommerceOrderSchema>): OrderChange {
  const lines = order.line_items.map(({ sku, name, quantity, price }) => ({
    sku: sku.trim(),
    title: plainText(name),
    price,
    quantity,
    left: quantity,
  }));
  const address = order.billing?.phone ? order.billing : order.shipping;
  const ordered = readOrderLines(lines, wooCommerceOrderRow, (line, quantity) => ({
    'Order Number': order.number || order.id,
    'Order Status': order.status,
    'Order Date': order.date_created,
    'Phone (Billing)': withCountryCode(address?.phone ?? '', address?.country ?? ''),
    'First Name (Billing)': order.billing?.first_name ?? '',
    'Last Name (Billing)': order.billing?.last_name ?? '',
    SKU: line.sku,
    Quantity: String(quantity),
    'Item Name': line.title,
    'Item Cost': line.price,
  }));
  return { kind: 'order', orderId: order.id, changedAt: order.date_modified_gmt, ...ordered };
}
