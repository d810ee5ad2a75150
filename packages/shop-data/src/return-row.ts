import { z } from 'zod';
import { code, optional, orderDate, phones, sku } from './column-types.ts';
import { firstCustomerPhone, phoneProblem } from './customer-phone.ts';
import { isGuest } from './shop-words.ts';

/** A return: of a purchase line with the caller's id, or of what a customer bought on a day. */
export type ReturnRow =
  | { orderLineId: string }
  | {
      customerId: string | null;
      /** E.164; null with a customer id. */
      phoneNumber: string | null;
      sku: string;
      orderDate: string;
      /** Distinguishes lines of one product and day. */
      orderId: string | null;
    };

const columns = z.object({
  order_line_id: optional(code),
  phone: optional(phones),
  customer_id: optional(code),
  sku: optional(sku),
  order_date: optional(orderDate),
  order_id: optional(code),
});

/** Parses numbers without a country code with the brand's country. */
export function createReturnRowSchema(country: string): z.ZodType<ReturnRow> {
  return columns.transform((row, context): ReturnRow => {
    if (row.order_line_id !== undefined) return { orderLineId: row.order_line_id };
    const { sku, order_date: orderDate, order_id: orderId = null } = row;
    if (sku === undefined || orderDate === undefined || (row.phone === undefined && row.customer_id === undefined)) {
      const message = 'names no line: it needs order_line_id, or sku and order_date with phone or customer_id';
      context.addIssue({ code: 'custom', path: [], message });
      return z.NEVER;
    }
    const phone = firstCustomerPhone(row.phone ?? [], country);
    const hasNumber = phone !== undefined && phone !== 'nobody';
    if (row.customer_id !== undefined && !(hasNumber && isGuest(row.customer_id))) {
      return { customerId: row.customer_id, phoneNumber: null, sku, orderDate, orderId };
    }
    if (!hasNumber) {
      const message = phoneProblem(country);
      context.addIssue({ code: 'custom', path: ['phone'], message });
      return z.NEVER;
    }
    return { customerId: null, phoneNumber: phone, sku, orderDate, orderId };
  });
}
