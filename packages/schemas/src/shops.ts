import { z } from 'zod';

/** The answer to a webhook of a shop. */
export const shopAnswerSchema = z.object({
  outcome: z
    .enum(['applied', 'unchanged', 'duplicate', 'stale', 'ignored', 'unknown_item', 'unknown_order', 'rejected'])
    .meta({
      description:
        '`applied`: data was changed. `unchanged`: it was the same before. `duplicate`: the delivery was taken before. `stale`: a ' +
        'newer one was taken before. `ignored`: it means nothing here, such as another topic. `unknown_item`: the stock is kept ' +
        'until a delivery of its product names the SKU. `unknown_order`: the order of the refund is not on file. `rejected`: ' +
        '`problems` says why.',
    }),
  problems: z
    .array(z.string())
    .optional()
    .meta({ description: 'What is wrong with rows that were left out; the first 20.' }),
});
export type ShopAnswer = z.infer<typeof shopAnswerSchema>;
