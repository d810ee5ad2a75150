import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { usPhoneNumberSchema } from './phone-number.ts';

/** Limit of the SKUs and of the lines of a confirmation. */
export const mostPurchaseElements = 10_000;
const greatest = 1_000_000_000;

function amount(field: string) {
  const message = `${field} must be a number from 0 to ${greatest}`;
  return z.number(message).min(0, message).max(greatest, message).nullish();
}

const quantity = `qty must be a number above 0 and up to ${greatest}`;

export const purchaseLineSchema = z.object(
  {
    sku: z
      .string({ error: ({ input }) => (input === undefined ? 'sku is required' : 'sku must be a string') })
      .meta({ description: 'Of the purchased line.' }),
    qty: z
      .number(quantity)
      .gt(0, quantity)
      .max(greatest, quantity)
      .nullish()
      .meta({ default: 1, description: 'Units on the line.' }),
    unit_price: amount('unit_price').meta({ description: 'What a unit was charged, not the list price.' }),
    discount_amt: amount('discount_amt').meta({ description: 'On the whole line, not per unit.' }),
    order_line_id: z
      .string('order_line_id must be a string')
      .nullish()
      .meta({
        description:
          "The caller's id of the line, unique per brand: a line is stored and counted once. One that comes without " +
          'a unit_price may be sent again with it.',
      }),
  },
  'an element of purchased_lines must be an object',
);
export type PurchaseLine = z.infer<typeof purchaseLineSchema>;

/** Body of POST /purchase. Members that are not listed are ignored; null counts as absent. */
export const purchaseRequestSchema = z.object(
  {
    phone: usPhoneNumberSchema.meta({ description: 'As in POST /recommend; it need not be the same number.' }),
    recommendation_id: z
      .string({
        error: ({ input }) =>
          input === undefined ? 'recommendation_id is required' : 'recommendation_id must be a string',
      })
      .meta({ description: 'As answered by POST /recommend.' }),
    purchased_skus: boundedList('purchased_skus', z.string('a SKU must be a string'), mostPurchaseElements)
      .nullish()
      .transform((skus) => skus ?? [])
      .meta({ description: 'What was bought.' }),
    purchased_lines: boundedList('purchased_lines', purchaseLineSchema, mostPurchaseElements)
      .nullish()
      .transform((lines) => lines ?? [])
      .meta({
        description: 'The same with its economics; both lists are united.',
      }),
  },
  'the body must be a JSON object',
);
/** The body before parsing. */
export type PurchaseBody = z.input<typeof purchaseRequestSchema>;

/** Body of the 200 of POST /purchase. */
export const purchaseResponseSchema = z.object({
  purchase_id: z
    .uuid()
    .meta({ description: 'Of the recorded purchase; of the earlier one when this repeats or completes it.' }),
  recommendation_id: z.string().meta({ description: 'Echo.' }),
  matched_skus: z
    .array(z.string())
    .meta({ description: 'The purchased SKUs of this request that this recommendation had offered, each once.' }),
  converted: z.boolean().meta({ description: 'Whether any matched.' }),
  recorded: z.boolean().meta({ description: 'false: everything in it was on file before.' }),
  matched_revenue: z
    .number()
    .nullable()
    .meta({
      description:
        'Sum of qty * unit_price - discount_amt over the matched lines of this request that have a unit_price, those ' +
        'on file before included; null when none has. 0 is a genuine zero.',
    }),
  conflicts: z
    .array(
      z.object({
        order_line_id: z.string(),
        reason: z.string().meta({
          description:
            'What the line on file has: `another_sku`, `another_customer` or `another_recommendation`; else `voided`: its purchase ' +
            'was voided.',
        }),
      }),
    )
    .optional()
    .meta({
      description:
        'Lines whose id is on file for another sale. Their SKUs match when they were offered; their economics do not ' +
        'count. Those that are `voided` count for nothing, not even a match: a correction has ids of its own. Empty as a rule.',
    }),
});
export type PurchaseResponse = z.infer<typeof purchaseResponseSchema>;

/** Body of POST /purchase/{purchase_id}/void; it may be absent. Members that are not listed are ignored; null counts as absent. */
export const purchaseVoidRequestSchema = z.object(
  {
    by: z
      .string('by must be a string')
      .max(200, 'by must have at most 200 characters')
      .nullish()
      .meta({ description: 'Who voids it, as the caller names them. It is kept.' }),
    reason: z
      .string('reason must be a string')
      .max(500, 'reason must have at most 500 characters')
      .nullish()
      .meta({ description: 'Why. It is kept.' }),
  },
  'the body must be a JSON object',
);
export type PurchaseVoidBody = z.input<typeof purchaseVoidRequestSchema>;

/** Body of the 200 of POST /purchase/{purchase_id}/void: what counts no more. */
export const purchaseVoidResponseSchema = z.object({
  purchase_id: z.uuid(),
  recommendation_id: z.string(),
  voided_at: z.iso.datetime(),
  recorded: z.boolean().meta({ description: 'false: it was void before; nothing was changed.' }),
  purchased_skus: z.array(z.string()).meta({ description: 'Of the purchase, each once.' }),
  matched_skus: z.array(z.string()).meta({ description: 'Those of them that had been offered.' }),
  matched_revenue: z.number().nullable().meta({ description: 'Of the purchase, as its lines on file give it.' }),
});
export type PurchaseVoidResponse = z.infer<typeof purchaseVoidResponseSchema>;
