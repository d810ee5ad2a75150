import { z } from 'zod';
import { unknownStatus } from '../exports/file-layout.ts';
import { shopifyLine, shopifyOrderState } from '../exports/shopify-orders.ts';
import { readOrderLines } from './order-lines.ts';
import { amount, amountOrNull, id, instant, words } from './read-payload.ts';
import type { OrderChange, UndecidedOrder } from './shop-webhook.ts';

export const mostLines = 1000;
const address = z.object({ phone: words, name: words, country_code: words }).nullish();

export const shopifyOrderSchema = z.object({
  id,
  name: words,
  /** With the shop's offset: its date is the day in the shop. */
  created_at: z.string(),
  updated_at: instant,
  cancelled_at: words,
  financial_status: words,
  test: z.boolean().nullish(),
  phone: words,
  customer: z.object({ phone: words, default_address: address }).nullish(),
  billing_address: address,
  shipping_address: address,
  line_items: z
    .array(
      z.object({
        id,
        sku: words,
        name: words,
        price: words,
        quantity: amount,
        current_quantity: amountOrNull,
      }),
    )
    .max(mostLines),
  refunds: z
    .array(z.object({ refund_line_items: z.array(z.object({ line_item_id: id, quantity: amount })).nullish() }))
    .nullish(),
});

type Order = z.output<typeof shopifyOrderSchema>;

/** null: a test order, which nobody bought. */
export function toOrderChange(order: Order): OrderChange | UndecidedOrder | null {
  if (order.test) return null;
  const state = shopifyOrderState(order.financial_status.trim(), order.cancelled_at.trim());
  if (state === undefined) {
    const problem = unknownStatus('financial_status', order.financial_status);
    return { kind: 'undecided-order', orderId: order.id, problem };
  }
  const refunded = refundedPieces(order);
  const lines = order.line_items.map(({ id, sku, name, price, quantity, current_quantity }) => ({
    sku: sku.trim(),
    title: name,
    price,
    quantity,
    left: current_quantity ?? quantity - (refunded.get(id) ?? 0),
  }));
  const ordered = readOrderLines(lines, { isBought: state === 'bought' }, (line, quantity) =>
    shopifyLine({
      Name: order.name || order.id,
      'Created at': order.created_at,
      'Lineitem sku': line.sku,
      'Lineitem name': line.title,
      'Lineitem price': line.price,
      'Lineitem quantity': String(quantity),
      Phone: order.phone,
      'Customer Phone': order.customer?.phone ?? '',
      'Billing Phone': order.billing_address?.phone ?? '',
      'Billing Country': order.billing_address?.country_code ?? '',
      'Shipping Phone': order.shipping_address?.phone ?? '',
      'Shipping Country': order.shipping_address?.country_code ?? '',
      'Default Phone': order.customer?.default_address?.phone ?? '',
      'Default Country': order.customer?.default_address?.country_code ?? '',
      'Billing Name': order.billing_address?.name ?? '',
      'Shipping Name': order.shipping_address?.name ?? '',
    }),
  );
  return { kind: 'order', orderId: order.id, changedAt: order.updated_at, ...ordered };
}

function refundedPieces({ refunds }: Order): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { line_item_id, quantity } of (refunds ?? []).flatMap((refund) => refund.refund_line_items ?? [])) {
    pieces.set(line_item_id, (pieces.get(line_item_id) ?? 0) + quantity);
  }
  return pieces;
}
