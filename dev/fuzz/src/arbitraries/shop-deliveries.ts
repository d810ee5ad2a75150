import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { HttpSample } from '../http-sample.ts';
import { instants } from './events.ts';
import { headerValue } from './headers.ts';
import { mutated } from './mutated.ts';
import { shopTopics } from './shop-payloads.ts';
import { bodiesOf, deeplyNested } from './texts.ts';

type Shop = keyof typeof shopTopics;

const headerNames = {
  shopify: { topic: 'X-Shopify-Topic', delivery: 'X-Shopify-Webhook-Id', signature: 'X-Shopify-Hmac-Sha256' },
  woocommerce: {
    topic: 'X-WC-Webhook-Topic',
    delivery: 'X-WC-Webhook-Delivery-ID',
    signature: 'X-WC-Webhook-Signature',
  },
} as const;

const shops = Object.keys(shopTopics) as Shop[];

/** Bodies of a topic, most of them valid except for a few members. */
function bodiesOfTopic(payloads: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const nested = deeplyNested('"id":7,"updated_at":"2026-01-01T00:00:00Z"', ['variants', 'line_items', 'id', 'x']);
  return fc.oneof(
    { weight: 12, arbitrary: bodiesOf(mutated(payloads), nested) },
    { weight: 1, arbitrary: fc.constantFrom('webhook_id=12', 'webhook_id=').map((text) => Buffer.from(text)) },
  );
}

/** Repeated and new ids; without one, only the time of the change prevents duplicates. */
const deliveryIds = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('1', '2') },
  { weight: 1, arbitrary: headerValue },
);

const signaturesOf = (right: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<string | null>(right) },
    { weight: 1, arbitrary: fc.constantFrom(null, '', right.slice(1), right.toLowerCase(), `${right}, ${right}`) },
    { weight: 1, arbitrary: headerValue },
  );

/** Deliveries of both shop systems with all topics. Most have the right signature. */
export function shopDeliveries(host: string, secret: string): fc.Arbitrary<HttpSample> {
  return fc.constantFrom(...shops).chain((shop) => {
    const names = headerNames[shop];
    const topics = Object.entries<fc.Arbitrary<unknown>>(shopTopics[shop]);
    return fc.constantFrom(...topics).chain(([topic, payloads]) =>
      fc
        .tuple(bodiesOfTopic(payloads), deliveryIds, fc.option(instants, { freq: 3 }))
        .chain(([body, delivery, triggeredAt]) =>
          signaturesOf(signatureOf(body, secret)).map((signature) => ({
            method: 'POST',
            target: `/shops/${shop}`,
            headers: [
              ['Host', host] as [string, string],
              ...given(names.topic, topic),
              ...given(names.delivery, delivery),
              ...given(names.signature, signature),
              ...given('X-Shopify-Triggered-At', triggeredAt?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 2_000) ?? null),
            ],
            body: body.toString('base64'),
          })),
        ),
    );
  });
}

function given(name: string, value: string | null): HttpSample['headers'] {
  return value === null ? [] : [[name, value]];
}

function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/**
 * Whether a delivery is signed, or is the test that WooCommerce sends without a signature. Base64 ends at its padding, so text after a
 * signature is ignored.
 */
export function isAcceptedDelivery({ target, headers, body }: HttpSample, secret: string): boolean {
  const bytes = Buffer.from(body, 'base64');
  const names = headers.map(([name]) => name.toLowerCase());
  const signed = headers.some(
    ([name, value]) => /hmac-sha256$|webhook-signature$/i.test(name) && value.startsWith(signatureOf(bytes, secret)),
  );
  const isTest = target === '/shops/woocommerce' && !names.includes('x-wc-webhook-signature');
  return signed || (isTest && /^\s*webhook_id=\d+\s*$/.test(bytes.toString()));
}
