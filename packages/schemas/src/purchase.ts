import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { usPhoneNumberSchema } from './phone-number.ts';

const mostElements = 10_000;
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
      .meta({ description: "The caller's id of the line, unique per brand: a line is stored and counted once." }),
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
    purchased_skus: boundedList('purchased_skus', z.string('a SKU must be a string'), mostElements)
      .nullish()
      .transform((skus) => skus ?? [])
      .meta({ description: 'What was bought.' }),
    purchased_lines: boundedList('purchased_lines', purchaseLineSchema, mostElements)
      .nullish()
      .transform((lines) => lines ?? [])
      .meta({
        description: 'The same with its economics; both lists are united.',
      }),
  },
  'the body must be a JSON object',
);
export type PurchaseRequest = z.output<typeof purchaseRequestSchema>;
/** What a sender writes. */
export type PurchaseBody = z.input<typeof purchaseRequestSchema>;

/** Body of the 200 of POST /purchase. */
export const purchaseResponseSchema = z.object({
  purchase_id: z.uuid().meta({ description: 'Of the recorded purchase; of the first one when this repeats it.' }),
  recommendation_id: z.string().meta({ description: 'Echo.' }),
  matched_skus: z.array(z.string()).meta({ description: 'The purchased SKUs that had been offered, each once.' }),
  converted: z.boolean().meta({ description: 'Whether any matched.' }),
  recorded: z
    .boolean()
    .meta({ description: 'false: everything in it was on file before; the first answer is repeated.' }),
  matched_revenue: z
    .number()
    .nullable()
    .meta({
      description:
        'Sum of qty * unit_price - discount_amt over the matched lines that have a unit_price; null when none has. 0 is ' +
        'a genuine zero.',
    }),
});
export type PurchaseResponse = z.infer<typeof purchaseResponseSchema>;
