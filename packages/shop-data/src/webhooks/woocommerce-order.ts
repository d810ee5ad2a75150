import { typedNumber } from '@callside/schemas';
import { withCountryCode } from '@callside/schemas/customer-phone';
import { z } from 'zod';
import { wooCommerceOrderRow } from '../exports/woocommerce-orders.ts';
import { readOrderLines } from './order-lines.ts';
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
    title: name,
    price,
    quantity,
    left: quantity,
  }));
  const phoneOf = (address: { phone: string; country: string } | null | undefined) =>
    withCountryCode(typedNumber(address?.phone ?? ''), address?.country ?? '');
  const ordered = readOrderLines(lines, wooCommerceOrderRow, (line, quantity) => ({
    'Order Number': order.number || order.id,
    'Order Status': order.status,
    'Order Date': order.date_created,
    'Phone (Billing)': phoneOf(order.billing),
    'Phone (Shipping)': phoneOf(order.shipping),
    'First Name (Billing)': order.billing?.first_name ?? '',
    'Last Name (Billing)': order.billing?.last_name ?? '',
    SKU: line.sku,
    Quantity: String(quantity),
    'Item Name': line.title,
    'Item Cost': line.price,
  }));
  return { kind: 'order', orderId: order.id, changedAt: order.date_modified_gmt, ...ordered };
}
