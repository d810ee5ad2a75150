import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { calendarDateSchema } from './calendar-date.ts';
import { callContextSchema } from './call-context.ts';
import { usPhoneNumberSchema } from './phone-number.ts';
import { saidSizesSchema } from './sizes.ts';

export const mostAnchors = 1_000;
export const mostHistoryLines = 10_000;
const fewestDeadlineMs = 50;
const mostDeadlineMs = 60_000;
const deadlineRange = `deadline_ms must be an integer from ${fewestDeadlineMs} to ${mostDeadlineMs}`;
/** Of a customer or an order, as the shop names them. Imports refuse longer ones. */
export const longestCode = 200;
const itemsRange = 'num_items must be an integer from 1 to 10';

export const orderHistoryLineSchema = z.object(
  {
    sku: z.string('sku must be a string').nullish(),
    product_title: z.string('product_title must be a string').nullish(),
    order_date: calendarDateSchema.nullish().meta({ description: 'YYYY-MM-DD; a time after it is ignored.' }),
  },
  'an element of customer_order_history must be an object',
);

/** Body of POST /recommend. Members that are not listed are ignored; null counts as absent. */
export const recommendRequestSchema = z.object(
  {
    phone: usPhoneNumberSchema.meta({
      description:
        'US number of 10 digits. Separators (`+ - . ( )` and spaces) and a leading 1 are dropped. `0000000000` when ' +
        'there is none. A brand of another country than the US and Canada takes its national numbers and numbers with a country code.',
    }),
    customer_id: z
      .string('customer_id must be a string')
      .trim()
      .max(longestCode, `customer_id must not be longer than ${longestCode} characters`)
      .nullish()
      .transform((code) => code || null)
      .meta({
        description:
          "The shop's own code of the customer. If a customer has it on file, the look-up uses their orders, also when other customers " +
          'have the same number. Otherwise it uses the orders of the number.',
      }),
    purchased_skus: boundedList('purchased_skus', z.string('a SKU must be a string'), mostAnchors)
      .nullish()
      .transform((skus) => skus ?? [])
      .meta({
        description:
          'Anchors: what the customer buys in this session. SKUs that the catalogue does not know are ignored.',
      }),
    num_items: z
      .int({ error: itemsRange, abort: true })
      .min(1, itemsRange)
      .max(10, itemsRange)
      .nullish()
      .meta({ default: 1, description: 'The most offers to return.' })
      .transform((count) => count ?? 1),
    check_stock: z
      .boolean('check_stock must be true or false')
      .nullish()
      .meta({ default: true, description: 'Offer only what is in stock. Stock can be up to about 30 minutes old.' })
      .transform((flag) => flag ?? true),
    customer_order_history: boundedList('customer_order_history', orderHistoryLineSchema, mostHistoryLines)
      .nullish()
      .meta({
        description: 'The order lines to use. Sent, even as `[]`, it takes the place of the history on file.',
      }),
    source: z
      .string('source must be a string')
      .nullish()
      .meta({ default: 'IVR', description: 'Tag of the traffic, kept for analytics.' })
      .transform((tag) => tag ?? 'IVR'),
    context: callContextSchema
      .nullish()
      .transform((context) => context ?? {})
      .meta({
        description:
          'Where the request comes from, such as `{"queue": "retention"}`: at most 8 texts. Rules can name it, and callers without history ' +
          'are offered what sells there.',
      }),
    known_sizes: saidSizesSchema
      .nullish()
      .transform((sizes) => sizes ?? {})
      .meta({
        description:
          'Sizes that the caller said, by article type, such as `{"ring": "7"}`: they open the offers of that size. Not remembered: send ' +
          'them with each request.',
      }),
    deadline_ms: z
      .int({ error: deadlineRange, abort: true })
      .min(fewestDeadlineMs, deadlineRange)
      .max(mostDeadlineMs, deadlineRange)
      .nullish()
      .meta({
        description:
          'The answer is sent within this time. Stages that would take longer are left out, and `degraded` names them. The check of the ' +
          'key and the record of the offers are never left out: while the database hangs, the answer is a 503, after up to 4 s.',
      })
      .transform((ms) => ms ?? null),
  },
  'the body must be a JSON object',
);
/** The body before parsing. */
export type RecommendBody = z.input<typeof recommendRequestSchema>;

/** Stages of a recommendation that an answer can do without. */
const degradableStages = ['history', 'candidates', 'model'] as const;
export type DegradableStage = (typeof degradableStages)[number];

/** What to ask a caller whose size is not known. */
export const nextQuestionSchema = z.object({
  article_type: z.string().meta({ description: 'To name the answer in `known_sizes`.' }),
  opens: z.int().positive().meta({ description: 'Products that could be offered and wait for a size of this type.' }),
  text: z.string().meta({ description: 'In English: `Ask the ring size: opens 214 offers`.' }),
});
export type NextQuestion = z.infer<typeof nextQuestionSchema>;

/** A size of letters, such as `M`, is a text. */
const sizeSchema = z.union([z.number(), z.string()]).meta({
  description: 'A number; a text for a size that is none, such as `M`. 0 when the product is not sized.',
});

export const recommendationItemSchema = z.object({
  rank: z.int().min(1).meta({ description: '1 is the best.' }),
  sku: z.string(),
  title: z.string(),
  web_price: z.number().nonnegative().meta({ description: 'List price.' }),
  article_type: z.string(),
  size: sizeSchema,
  rerank_score: z.number().meta({
    description:
      'The logarithm of the odds of a purchase, as the model has it, without the rules of the brand; without a model, the score of the order ' +
      'that serves instead. Comparable within one response only.',
  }),
  purchase_probability: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .optional()
    .meta({
      description:
        'That this customer buys the product if they hear the offer. Learnt from offers that were read out; null without a model (`fallback`), ' +
        'and with one that was trained before 200 offers had been sold or declined, as the bundled one.',
    }),
  slot: z.int().min(1).meta({
    description:
      'Offers of one slot are alternatives of one article type. Slots count from 1 in order of their best rank.',
  }),
  reasons: z
    .array(z.string())
    .meta({ description: 'Why: short codes, such as `often_bought_with:SKU`, the strongest first.' }),
  rules: z
    .array(z.string())
    .optional()
    .meta({ description: 'The merchandising rules that pinned or boosted the offer, by name. Absent without one.' }),
  propensity: z.number().gt(0).max(1).optional().meta({
    description:
      'The probability with which exploration gave the offer its place. Present on the last of at least four offers, for a brand that explores.',
  }),
  speech: z
    .string()
    .optional()
    .meta({
      description:
        'A sentence of the offer that can be read out in less than 8 s, in English: `Opal Studs, for ninety-nine dollars and fifty ' +
        'cents.` Plain text: escape it for XML.',
    }),
  on_hand: z.int().nonnegative().optional().meta({ description: 'Units in stock.' }),
});
export type RecommendationItem = z.infer<typeof recommendationItemSchema>;

/** Why offers are withheld from a caller as a whole. */
export const withheldSchema = z.enum(['customer_objects', 'experiment_holdout']);
export type Withheld = z.infer<typeof withheldSchema>;

/** Body of the 200 of POST /recommend. */
export const recommendResponseSchema = z.object({
  recommendation_id: z.uuid().meta({ description: 'To quote in POST /purchase. On file before this answer is sent.' }),
  recommendations: z.array(recommendationItemSchema).meta({ description: 'As many as qualify, up to `num_items`.' }),
  recommendation: recommendationItemSchema
    .nullable()
    .meta({ description: 'The first one; null when nothing qualifies.' }),
  offers_withheld: withheldSchema.optional().meta({
    description:
      'Why there are no offers for this caller, whatever qualifies. `customer_objects`: the customer or the number wants none. ' +
      '`experiment_holdout`: an experiment measures what calls earn without offers. Absent otherwise.',
  }),
  resolved_purchased: z.array(z.union([z.number(), z.string()])).meta({
    description:
      'The anchors that the catalogue has, in order of first mention: a SKU of digits as a number, any other as a text.',
  }),
  history_size: z
    .int()
    .nonnegative()
    .meta({ description: 'Order lines used that carry a SKU or a title, in the catalogue or not.' }),
  customer_found: z
    .boolean()
    .nullable()
    .meta({
      description:
        'Whether a customer with that code or number is on file; null when `customer_order_history` was sent (no lookup was done) and ' +
        'when the history could not be read in time.',
    }),
  normalized_phone: z.string().meta({
    description:
      'The ten digits of a number with the country code 1; any other number in E.164, such as +442079460958.',
  }),
  fallback: z.boolean().meta({
    description:
      "The ranking did not come from the model on this customer's own data: no history or anchor that the catalogue " +
      'knows, or the model failed.',
  }),
  degraded: z
    .array(z.enum(degradableStages))
    .optional()
    .meta({
      description:
        'What the answer was made without, because it failed or was too late. `history`: the purchases on file. `candidates`: no ' +
        'offers were made. `model`: the first-stage order is used. Empty as a rule.',
    }),
  rules_applied: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'The merchandising rules that acted on this list, by name: also those that refused a product or limited an article type. ' +
        'Absent without one.',
    }),
  experiment: z.object({ name: z.string(), arm: z.string() }).optional().meta({
    description:
      'The experiment in force and the arm of the caller. Absent without one, for a caller without a number or code, and for one who objects to offers.',
  }),
  next_question: nextQuestionSchema
    .nullable()
    .optional()
    .meta({ description: 'When sizes are not known: which one opens most offers. null: no question opens any.' }),
  feature_schema_hash: z.string().meta({ description: 'Of the features that the model reads.' }),
  artifact_version: z.string().meta({ description: 'Of the model; `none` without one.' }),
  catalog_version: z.string().meta({ description: 'Digest of the catalogue.' }),
  stock_age_seconds: z.int().nonnegative().nullable().optional().meta({
    description: 'Since the last import of stock; null when stock was never imported.',
  }),
});
export type RecommendResponse = z.infer<typeof recommendResponseSchema>;
