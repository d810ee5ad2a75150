import { createHash } from 'node:crypto';
import {
  maskCardNumbers,
  mostPurchaseElements,
  normaliseSku,
  type PurchaseLine,
  purchaseLineSchema,
  purchaseVoidRequestSchema,
  storableText,
} from '@callside/schemas';
import { purchaseRequestSchemaOf } from '@callside/schemas/customer-phone';
import { type JsonShape, objectOf, parseOrThrow } from '@callside/service-kit';
import type { PurchaseConfirmation, VoidRequest } from './purchase.ts';
import type { ConfirmedLine } from './rules/purchase-lines.ts';

/** Has every member of the schema; a test compares them. */
export const purchaseShape = {
  members: {
    phone: 'scalar',
    recommendation_id: 'scalar',
    purchased_skus: { elements: 'scalar', most: mostPurchaseElements },
    purchased_lines: { elements: objectOf(Object.keys(purchaseLineSchema.shape)), most: mostPurchaseElements },
  },
} as const satisfies JsonShape;

/**
 * Parses a body into a confirmation with texts in their stored form. Throws `invalid` for a body that is refused. `country` is the
 * brand's, which says what a phone number looks like.
 */
export function parsePurchaseRequest(body: unknown, country: string): PurchaseConfirmation {
  const fields = parseOrThrow(purchaseRequestSchemaOf(country), body);
  const { phone, recommendation_id, purchased_skus, purchased_lines } = fields;
  return {
    phone,
    recommendationId: recommendation_id,
    skus: purchased_skus.map((sku) => normaliseSku(storableText(sku))),
    lines: purchased_lines.map(toLine),
  };
}

export const voidShape = objectOf(Object.keys(purchaseVoidRequestSchema.shape));

/** A request without a body says neither. Throws `invalid` for a body that is refused. */
export function parseVoidRequest(body: unknown): Omit<VoidRequest, 'purchaseId'> {
  const { by, reason } = parseOrThrow(purchaseVoidRequestSchema, body);
  // What people type: with some it is the number of the customer's card.
  return { by: by ? masked(by) : null, reason: reason ? masked(reason) : null };
}

function masked(sent: string): string {
  return maskCardNumbers(storableText(sent)).text;
}

function toLine({ sku, qty, unit_price, discount_amt, order_line_id }: PurchaseLine): ConfirmedLine {
  // An empty text counts as no id. Otherwise all lines of a caller who leaves the field empty would be one line.
  const id = order_line_id?.trim() ? order_line_id : null;
  return {
    sku: normaliseSku(storableText(sku)),
    qty: qty ?? null,
    unitPrice: unit_price ?? null,
    discountAmt: discount_amt ?? null,
    orderLineId: id === null ? null : storableText(id),
    lineKey: id === null ? null : digest(id),
  };
}

/** Hashes UTF-16: texts that differ only in lone surrogates are equal in UTF-8. */
function digest(orderLineId: string): string {
  return createHash('sha256').update(orderLineId, 'utf16le').digest('hex');
}
