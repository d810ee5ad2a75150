import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isBodySignature } from './body-signature.ts';
import { deletedOrder } from './order-lines.ts';
import { id, readPayload } from './read-payload.ts';
import type { ShopAdapter, ShopRequest, ShopTranslation } from './shop-webhook.ts';
import { toOrderChange, wooCommerceOrderSchema } from './woocommerce-order.ts';
import { toProductChange, wooCommerceProductSchema } from './woocommerce-product.ts';

// Headers and topics: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. The payload is that of the REST API.

type Translate = (body: string, receivedAt: Date) => ShopTranslation;

const product: Translate = (body, receivedAt) =>
  readPayload(body, wooCommerceProductSchema, (payload) => toProductChange(payload, receivedAt));
const order: Translate = (body) => readPayload(body, wooCommerceOrderSchema, toOrderChange);
/** The payload has only the id, and no header has the time. */
const deletion: Translate = (body) =>
  readPayload(body, z.object({ id }), ({ id }) => ({ kind: 'product-deletion', productId: id, changedAt: null }));
const orderDeletion: Translate = (body) => readPayload(body, z.object({ id }), ({ id }) => deletedOrder(id, null));
const restoration: Translate = (body, receivedAt) =>
  readPayload(body, wooCommerceProductSchema, (payload) => ({
    ...toProductChange(payload, receivedAt),
    isRestored: true,
  }));

const translators = new Map<string, Translate>([
  ['product.created', product],
  ['product.updated', product],
  ['product.deleted', deletion],
  ['product.restored', restoration],
  ['order.created', order],
  ['order.updated', order],
  ['order.deleted', orderDeletion],
  ['order.restored', order],
]);

const topicOf = ({ headers }: ShopRequest) => (headers['x-wc-webhook-topic'] ?? '').trim().toLowerCase();

const contentOf = (request: ShopRequest) =>
  createHash('sha256')
    .update(`${topicOf(request)}\n${request.body}`)
    .digest();

/**
 * Experimental: written and tested against the examples of WooCommerce's documentation, not against a shop. An order does not say
 * which of its lines were refunded: a line is returned when the whole order is cancelled or refunded.
 */
export const wooCommerce: ShopAdapter = {
  shop: 'woocommerce',
  name: 'WooCommerce',
  secret: 'secret of the webhook, as entered in its settings',
  topics: [...translators.keys()],
  topicOf,
  // The id is a hash of the webhook and the second: all deliveries of a webhook in one second have it.
  identityOf: (request) => {
    const id = request.headers['x-wc-webhook-delivery-id'] ?? '';
    return id === '' ? null : { id, contentSha256: contentOf(request) };
  },
  // Sent when a webhook is saved. It has neither topic nor signature.
  isTest: ({ headers, body }) =>
    headers['x-wc-webhook-signature'] === undefined && /^webhook_id=\d{1,20}$/.test(body.trim()),
  verify: ({ headers, bytes }, secret) => isBodySignature(headers['x-wc-webhook-signature'], bytes, secret),
  translate: (request, receivedAt) => {
    const translate = translators.get(topicOf(request));
    return translate === undefined ? { ok: true, change: null } : translate(request.body, receivedAt);
  },
};
