import { z } from 'zod';
import { isBodySignature } from './body-signature.ts';
import { id, readPayload } from './read-payload.ts';
import type { ShopAdapter, ShopRequest, ShopTranslation } from './shop-webhook.ts';
import { toOrderChange, wooCommerceOrderSchema } from './woocommerce-order.ts';
import { toProductChange, wooCommerceProductSchema } from './woocommerce-product.ts';

// Headers and topics: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. The payload is that of the REST API.

type Translate = (body: string, receivedAt: Date) => ShopTranslation;

const product: Translate = (body, receivedAt) =>
  readPayload(body, wooCommerceProductSchema, (payload) => toProductChange(payload, receivedAt));
const order: Translate = (body) => readPayload(body, wooCommerceOrderSchema, toOrderChange);
const deletion: Translate = (body, receivedAt) =>
  readPayload(body, z.object({ id }), ({ id }) => ({
    kind: 'product-deletion',
    productId: id,
    changedAt: receivedAt,
  }));

const translators = new Map<string, Translate>([
  ['product.created', product],
  ['product.updated', product],
  ['product.deleted', deletion],
  ['order.created', order],
  ['order.updated', order],
]);

const topicOf = ({ headers }: ShopRequest) => (headers['x-wc-webhook-topic'] ?? '').trim().toLowerCase();

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
  deliveryIdOf: ({ headers }) => headers['x-wc-webhook-delivery-id'] ?? null,
  // Sent when a webhook is saved. It has neither topic nor signature.
  isTest: ({ headers, body }) =>
    headers['x-wc-webhook-signature'] === undefined && /^webhook_id=\d{1,20}$/.test(body.trim()),
  verify: ({ headers, body }, secret) => isBodySignature(headers['x-wc-webhook-signature'], body, secret),
  translate: (request, receivedAt) => {
    const translate = translators.get(topicOf(request));
    return translate === undefined ? { ok: true, change: null } : translate(request.body, receivedAt);
  },
};
