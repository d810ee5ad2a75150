import { z } from 'zod';
import { isBodySignature } from './body-signature.ts';
import { deletedOrder } from './order-lines.ts';
import { amount, amountOrNull, id, instant, readPayload } from './read-payload.ts';
import type { ShopAdapter, ShopRequest, ShopTranslation } from './shop-webhook.ts';
import { mostLines, shopifyOrderSchema, toOrderChange } from './shopify-order.ts';
import { shopifyProductSchema, toProductChange } from './shopify-product.ts';

// Topics and payloads: https://shopify.dev/docs/api/webhooks
// Signature: https://shopify.dev/docs/apps/build/webhooks/subscribe/https

type Translate = (body: string, request: ShopRequest, receivedAt: Date) => ShopTranslation;

const product: Translate = (body) => readPayload(body, shopifyProductSchema, toProductChange);
const order: Translate = (body) => readPayload(body, shopifyOrderSchema, toOrderChange);

/** For payloads without a time. */
function triggeredAt({ headers }: ShopRequest): Date | null {
  const time = instant.safeParse(headers['x-shopify-triggered-at']);
  return time.success ? time.data : null;
}

const deletion: Translate = (body, request) =>
  readPayload(body, z.object({ id }), ({ id }) => ({
    kind: 'product-deletion',
    productId: id,
    changedAt: triggeredAt(request),
  }));

/** The payload has only the id. */
const orderDeletion: Translate = (body, request) =>
  readPayload(body, z.object({ id }), ({ id }) => deletedOrder(id, triggeredAt(request)));

const levelSchema = z.object({
  inventory_item_id: id,
  location_id: id,
  // null: the item is not stocked at the location.
  available: amountOrNull
    .transform((pieces) => Math.floor(pieces ?? 0))
    .refine((pieces) => pieces >= -(2 ** 31) && pieces < 2 ** 31, 'has more than 32 bits'),
  updated_at: instant,
});

const level: Translate = (body) =>
  readPayload(body, levelSchema, ({ inventory_item_id, location_id, available, updated_at }) => ({
    kind: 'level',
    inventoryItemId: inventory_item_id,
    locationId: location_id,
    available,
    changedAt: updated_at,
  }));

/** The location no longer has the item. */
const disconnection: Translate = (body, request, receivedAt) =>
  readPayload(body, z.object({ inventory_item_id: id, location_id: id }), ({ inventory_item_id, location_id }) => ({
    kind: 'level',
    inventoryItemId: inventory_item_id,
    locationId: location_id,
    available: 0,
    changedAt: triggeredAt(request) ?? receivedAt,
  }));

const refundSchema = z.object({
  order_id: id,
  created_at: instant.nullish(),
  refund_line_items: z
    .array(
      z.object({
        quantity: amount,
        line_item: z.object({
          sku: z.string().nullish(),
          quantity: amount,
          current_quantity: amountOrNull,
        }),
      }),
    )
    .max(mostLines),
});

/** A refund of a part of a line's pieces returns no line; `orders/updated` then has the pieces that are left. */
const refund: Translate = (body) =>
  readPayload(body, refundSchema, ({ order_id, created_at, refund_line_items }) => ({
    kind: 'refund',
    orderId: order_id,
    refundedAt: created_at ?? null,
    skus: refund_line_items
      .filter(({ quantity, line_item }) => quantity >= line_item.quantity || line_item.current_quantity === 0)
      .map(({ line_item }) => line_item.sku?.trim() ?? '')
      .filter((sku) => sku !== ''),
  }));

const translators = new Map<string, Translate>([
  ['products/create', product],
  ['products/update', product],
  ['products/delete', deletion],
  ['inventory_levels/update', level],
  ['inventory_levels/disconnect', disconnection],
  ['orders/create', order],
  ['orders/paid', order],
  ['orders/updated', order],
  ['orders/cancelled', order],
  ['orders/delete', orderDeletion],
  ['refunds/create', refund],
]);

const topicOf = ({ headers }: ShopRequest) => (headers['x-shopify-topic'] ?? '').trim().toLowerCase();

/**
 * Experimental: written and tested against the payloads of Shopify's documentation, not against a shop. API versions from 2025 no
 * longer say whether the stock of a variant is tracked; then its quantity counts.
 */
export const shopify: ShopAdapter = {
  shop: 'shopify',
  name: 'Shopify',
  secret: 'signing secret that Shopify shows under its webhooks, or the client secret of the app that made them',
  topics: [...translators.keys()],
  topicOf,
  identityOf: ({ headers }) => {
    const id = headers['x-shopify-webhook-id'] ?? '';
    return id === '' ? null : { id, contentSha256: null };
  },
  isTest: () => false,
  verify: ({ headers, bytes }, secret) => isBodySignature(headers['x-shopify-hmac-sha256'], bytes, secret),
  translate: (request, receivedAt) => {
    const translate = translators.get(topicOf(request));
    return translate === undefined ? { ok: true, change: null } : translate(request.body, request, receivedAt);
  },
};
