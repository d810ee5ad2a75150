import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import type { CustomerMatch } from './customer-match.ts';
import { isForRecommender, nobodysNumber, takesUsNumbersOnly } from './phone-number.ts';
import { mostAnchors, nextQuestionSchema, recommendationItemSchema, withheldSchema } from './recommend.ts';
import { saidSizesSchema } from './sizes.ts';
import { longestSku } from './sku.ts';

const instant = z.iso.datetime({ offset: true });

/** What a call tells the recommender about its customer. Numbers are in the stored form. */
export interface CustomerOfCall {
  /** The number that the platform sent; null: several customers share it, and none of them was picked. */
  phoneNumber: string | null;
  /** The code and the number on file of the customer that the call was matched with; null: none. */
  customerId: string | null;
  customerNumber: string | null;
}

export function customerOfCall(phoneNumber: string, customer: CustomerMatch | null): CustomerOfCall {
  return {
    phoneNumber: customer?.match === 'several' ? null : phoneNumber,
    customerId: customer?.customer_id ?? null,
    customerNumber: customer?.phone_number ?? null,
  };
}

/**
 * How the recommender of a brand in this country is asked about the customer of a call. Their code comes first, because others may have
 * the same number. The number on file comes before that of the call, because the customer may call from another phone. A number has
 * ten digits where the recommender takes US numbers only, else it is E.164. Without a number that the recommender takes, it is asked for
 * nobody: a shared number must not show one person the reasons of another.
 */
export function customerKeysOf(
  { phoneNumber, customerId, customerNumber }: CustomerOfCall,
  country: string,
): { phone: string; customer_id?: string } {
  const number = [customerNumber, phoneNumber].find((one) => one !== null && isForRecommender(one, country));
  // Elsewhere ten digits may be a number of that country.
  const phone = (takesUsNumbersOnly(country) ? number?.replace(/^\+1/, '') : number) ?? nobodysNumber;
  return customerId === null ? { phone } : { phone, customer_id: customerId };
}

/** A recommendation as a rep sees it. */
export const offerItemSchema = recommendationItemSchema
  .omit({ rerank_score: true, purchase_probability: true })
  .extend({
    image_url: z
      .string()
      .optional()
      .meta({ description: 'A picture of the product: `image_url` of the catalogue, if it is an https address.' }),
  });
export type OfferItem = z.infer<typeof offerItemSchema>;

/** The reasons of a decline that every desk offers, stored as codes: a page shows them in the language of its reader. */
export const declineReasons = ['price', 'owned', 'style', 'later', 'none'] as const;
export type DeclineReason = (typeof declineReasons)[number];

const declineReason = `Why it was declined: ${declineReasons.map((code) => `\`${code}\``).join(', ')}, or a text of the rep's own.`;

export function isDeclineReason(reason: string): reason is DeclineReason {
  return declineReasons.some((known) => known === reason);
}

/** What a rep reported of an offer. */
export const offerOutcomeSchema = z.object({
  outcome_id: z.string(),
  recommendation_id: z.uuid(),
  sku: z.string(),
  outcome: z.enum(['sold', 'declined']),
  reason: z.string().nullable().meta({ description: declineReason }),
  qty: z.number().nullable(),
  unit_price: z.number().nullable(),
  recorded_at: instant,
  reported: z.boolean().meta({
    description: 'Whether the recommender has the sale. false: the service sends it until the recommender accepts it.',
  }),
});
export type OfferOutcome = z.infer<typeof offerOutcomeSchema>;

/** The offers of a call, with their outcomes. */
export const callOffersSchema = z.object({
  call_reference: z.uuid(),
  status: z.enum(['ready', 'unavailable']).meta({ description: '`unavailable`: the recommender did not answer.' }),
  recommendation_id: z.uuid().nullable().meta({ description: 'null when the recommender did not answer.' }),
  items: z.array(offerItemSchema).meta({ description: 'By rank; empty when nothing qualifies.' }),
  offers_withheld: withheldSchema
    .optional()
    .meta({ description: 'Why the recommender made no offers for this customer at all; absent otherwise.' }),
  stock_age_seconds: z
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: 'Age of the stock at `asked_at`; null when it is not known.' }),
  sequence: z.int().meta({ description: 'Rises with every change of the offers of a call. Keep the highest.' }),
  asked_at: instant,
  anchors: z.array(z.string()).meta({ description: 'SKUs that the customer is buying now.' }),
  unknown_anchors: z.array(z.string()).meta({
    description: 'Those of the anchors that the catalogue did not have: they change nothing in the offers.',
  }),
  titles: z
    .record(z.string(), z.string())
    .meta({ description: 'Titles by SKU, of the anchors and of the SKUs in the reasons.' }),
  next_question: nextQuestionSchema
    .nullable()
    .meta({ description: 'Which size of the caller opens most further offers; null: no question opens any.' }),
  known_sizes: z
    .record(z.string(), z.string())
    .meta({ description: 'The sizes by article type that the caller said and the offers were asked for with.' }),
  outcomes: z
    .array(offerOutcomeSchema)
    .meta({ description: 'Those of the whole call that count, oldest first: without what was replaced or withdrawn.' }),
});
export type CallOffers = z.infer<typeof callOffersSchema>;

/** Body of POST /{brand}/calls/{reference}/offers. null counts as absent. */
export const offersRequestSchema = z.object(
  {
    anchors: boundedList('anchors', z.string('a SKU must be a string'), mostAnchors)
      .nullish()
      .transform((skus) => skus ?? [])
      .meta({
        description:
          'SKUs that the customer is buying now; those that the catalogue does not have are named in `unknown_anchors`.',
      }),
    known_sizes: saidSizesSchema
      .nullish()
      .transform((sizes) => sizes ?? {})
      .meta({
        description:
          'What the caller said of their sizes, such as `{"ring": "7"}`. It is kept for the customer, else for the number, else for the ' +
          'call, and sent with every later request. null or an empty text takes an answer back.',
      }),
  },
  'the body must be a JSON object',
);

const greatest = 1_000_000_000;
const quantity = `qty must be a number above 0 and up to ${greatest}`;
const price = `unit_price must be a number from 0 to ${greatest}`;
const outcomeName = 'outcome must be sold or declined';

function text(field: string, { most, isRequired = false }: { most: number; isRequired?: boolean }) {
  const message = `${field} must be a text of at most ${most} characters`;
  return z
    .string({ error: ({ input }) => (isRequired && input === undefined ? `${field} is required` : message) })
    .max(most, message);
}

/** Body of POST /{brand}/calls/{reference}/outcomes. null counts as absent. */
export const outcomeRequestSchema = z.object(
  {
    recommendation_id: z
      .uuid({
        error: ({ input }) =>
          input === undefined ? 'recommendation_id is required' : 'recommendation_id must be a UUID',
      })
      .meta({ description: 'Of the offers that the rep saw.' }),
    sku: text('sku', { most: 2 * longestSku, isRequired: true }).meta({ description: 'Of the offer.' }),
    outcome: z.enum(['sold', 'declined'], {
      error: ({ input }) => (input === undefined ? 'outcome is required' : outcomeName),
    }),
    reason: text('reason', { most: 500 }).nullish().meta({ description: declineReason }),
    qty: z.number(quantity).gt(0, quantity).max(greatest, quantity).nullish().meta({ default: 1 }),
    unit_price: z
      .number(price)
      .min(0, price)
      .max(greatest, price)
      .nullish()
      .meta({ description: 'What a unit was charged; the price of the offer without it.' }),
    outcome_id: text('outcome_id', { most: 200 })
      .min(1, 'outcome_id must not be empty')
      .nullish()
      .meta({ description: 'The same id counts once in a call. Without it, every request counts.' }),
    replaces: text('replaces', { most: 200 }).min(1, 'replaces must not be empty').nullish().meta({
      description:
        'The outcome_id of an outcome of the call that this one corrects. That one stays on file and counts nowhere any more.',
    }),
  },
  'the body must be a JSON object',
);
export type OutcomeRequestBody = z.input<typeof outcomeRequestSchema>;

/** Answer to a recorded or withdrawn outcome: the outcome on file, which for a repeated `outcome_id` is the first one. */
export const recordedOutcomeSchema = z.object({
  ...offerOutcomeSchema.shape,
  voided_at: instant.nullable().meta({ description: 'When it was replaced or withdrawn; null: it counts.' }),
  sequence: z.int().meta({ description: 'Of the offers of the call that have this change.' }),
  duplicate: z.boolean().meta({
    description: 'The same outcome_id was recorded, or withdrawn, before; nothing was changed.',
  }),
});
export type RecordedOutcome = z.infer<typeof recordedOutcomeSchema>;

/** Query of GET /{brand}/desk/products. */
export const productQuerySchema = z.object({
  q: z
    .string('q is required')
    .trim()
    .min(1, 'q must not be empty')
    .max(2 * longestSku, `q must be at most ${2 * longestSku} characters`)
    .meta({ description: 'A SKU, its beginning, or words of the title.' }),
});

export const productListSchema = z.object({
  items: z
    .array(
      z.object({
        sku: z.string(),
        title: z.string(),
        web_price: z.number(),
        size: z.string().optional().meta({ description: 'Absent when the product is not sized.' }),
      }),
    )
    .meta({ description: 'At most 10 products of the catalogue that are not retired.' }),
});
export type ProductList = z.infer<typeof productListSchema>;
