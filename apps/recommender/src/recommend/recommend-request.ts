import {
  mostAnchors,
  mostContextMembers,
  mostHistoryLines,
  mostKnownSizes,
  normaliseSku,
  orderHistoryLineSchema,
  type SaidSizes,
  sizeKey,
  storableText,
} from '@callside/schemas';
import { recommendRequestSchemaOf } from '@callside/schemas/customer-phone';
import { type JsonShape, objectOf, parseOrThrow } from '@callside/service-kit';
import type { KnownSizes, SentHistoryLine } from '../ranking/index.ts';
import type { RecommendationRequest } from './recommendation.ts';

/** Has every member of the schema; a test compares them. */
export const recommendShape = {
  members: {
    phone: 'scalar',
    customer_id: 'scalar',
    purchased_skus: { elements: 'scalar', most: mostAnchors },
    num_items: 'scalar',
    check_stock: 'scalar',
    customer_order_history: {
      elements: objectOf(Object.keys(orderHistoryLineSchema.shape)),
      most: mostHistoryLines,
    },
    source: 'scalar',
    context: { values: 'scalar', most: mostContextMembers },
    known_sizes: { values: 'scalar', most: mostKnownSizes },
    deadline_ms: 'scalar',
  },
} as const satisfies JsonShape;

/**
 * Parses a body into a request with texts in their stored form. Throws `invalid` for a body that is refused. `country` is the
 * brand's, which says what a phone number looks like.
 */
export function parseRecommendRequest(body: unknown, country: string): RecommendationRequest {
  const fields = parseOrThrow(recommendRequestSchemaOf(country), body);
  return {
    phone: fields.phone,
    customerId: fields.customer_id === null ? null : storableText(fields.customer_id),
    anchorSkus: fields.purchased_skus.map((sku) => normaliseSku(storableText(sku))),
    numItems: fields.num_items,
    checkStock: fields.check_stock,
    history: fields.customer_order_history?.map(toHistoryLine) ?? null,
    source: storableText(fields.source),
    context: fields.context,
    knownSizes: knownSizesOf(fields.known_sizes),
    deadlineMs: fields.deadline_ms,
  };
}

/** Without those that say nothing. */
function knownSizesOf(sent: SaidSizes): KnownSizes {
  const said = Object.entries(sent).flatMap(([type, size]) => {
    return size === null || sizeKey(size) === null ? [] : [[type, size] as const];
  });
  return Object.fromEntries(said);
}

function toHistoryLine({ sku, product_title, order_date }: SentHistoryLine): SentHistoryLine {
  return {
    ...(typeof sku === 'string' && { sku: storableText(sku) }),
    ...(typeof product_title === 'string' && { product_title: storableText(product_title) }),
    ...(typeof order_date === 'string' && { order_date }),
  };
}
