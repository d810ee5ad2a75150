import { z } from 'zod';
import {
  code,
  decimalAboveZero,
  decimalFromZero,
  optional,
  orderDate,
  phones,
  sku,
  title,
  yesOrNo,
} from './column-types.ts';
import type { CustomerHint } from './customer-book.ts';
import { firstCustomerPhone, phoneProblem } from './customer-phone.ts';
import type { OrderLine } from './order-line-statements.ts';
import { isGuest } from './shop-words.ts';

/** A row of the file; null for absent values. */
export interface OrderRow {
  customer: CustomerHint;
  line: Omit<OrderLine, 'customer'>;
  /** The customer wants no offers. Absent: the row says nothing new. */
  objects?: true;
}

const columns = z.object({
  phone: optional(phones),
  sku,
  order_date: orderDate,
  product_title: optional(title),
  qty: optional(decimalAboveZero),
  unit_price: optional(decimalFromZero),
  order_id: optional(code),
  customer_id: optional(code),
  customer_name: optional(title),
  objects: optional(yesOrNo),
});

/** Parses numbers without a country code with the brand's country. */
export function createOrderRowSchema(country: string): z.ZodType<OrderRow> {
  return columns.transform((row, context) => {
    const phone = firstCustomerPhone(row.phone ?? [], country);
    if (phone === undefined) return refuse(context, phoneProblem(country));
    if (phone === 'nobody' && row.customer_id === undefined)
      return refuse(context, 'is the placeholder for no number, and the row has no customer_id either');
    const phoneNumber = phone === 'nobody' ? null : phone;
    return {
      customer: {
        // With the code, all guests of a shop would be one customer.
        customerId: phoneNumber !== null && isGuest(row.customer_id ?? '') ? null : (row.customer_id ?? null),
        phoneNumber,
        name: row.customer_name ?? null,
      },
      line: {
        orderDate: row.order_date,
        sku: row.sku,
        orderId: row.order_id ?? null,
        productTitle: row.product_title ?? null,
        qty: row.qty ?? '1',
        unitPrice: row.unit_price ?? null,
      },
      ...(row.objects === true && { objects: true }),
    };
  });
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', path: ['phone'], message });
  return z.NEVER;
}
