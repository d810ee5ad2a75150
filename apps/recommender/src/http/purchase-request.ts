import { createHash } from 'node:crypto';
import { type PurchaseLine, purchaseRequestSchema, storableText } from '@callside/schemas';
import { parseOrThrow } from '@callside/service-kit';
import type { ConfirmedLine } from '../domain/purchase-decision.ts';
import type { PurchaseConfirmation } from '../use-cases/record-purchase.ts';

/** The confirmation that a body is, with texts in their stored form; a body that is refused throws `invalid`. */
export function parsePurchaseRequest(body: unknown): PurchaseConfirmation {
  const { phone, recommendation_id, purchased_skus, purchased_lines } = parseOrThrow(purchaseRequestSchema, body);
  return {
    phone,
    recommendationId: recommendation_id,
    skus: purchased_skus.map(storableText),
    lines: purchased_lines.map(toLine),
  };
}

function toLine({ sku, qty, unit_price, discount_amt, order_line_id }: PurchaseLine): ConfirmedLine {
  // An empty text is no id, or all lines of a caller who leaves the field empty would be one.
  const id = order_line_id || null;
  return {
    sku: storableText(sku),
    qty: qty ?? 1,
    unitPrice: unit_price ?? null,
    discountAmt: discount_amt ?? null,
    orderLineId: id === null ? null : storableText(id),
    lineKey: id === null ? null : digest(id),
  };
}

/** Over UTF-16, in which also texts that UTF-8 cannot tell apart (lone surrogates) differ. */
function digest(orderLineId: string): string {
  return createHash('sha256').update(orderLineId, 'utf16le').digest('hex');
}
