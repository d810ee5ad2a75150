import { z } from 'zod';

/** How results can be grouped. */
const resultGroups = ['day', 'article_type', 'product', 'rank', 'rule', 'decline_reason', 'rep', 'model'] as const;
export type ResultGroup = (typeof resultGroups)[number];

/** The most groups in an answer: a catalogue may have more products. */
export const mostResultRows = 500;

/** The most days that one read adds up. */
export const mostResultDays = 400;

const count = z.int().nonnegative();
const calendarDay = z.iso.date();
const firstDay = '2000-01-01';
const lastDay = '2999-12-01';

function dayParameter(name: string, description: string) {
  const text = `${name} must be a calendar day such as 2026-11-20`;
  return z
    .string(`${name} must be given once`)
    .pipe(z.iso.date({ error: text, abort: true }).refine((day) => day >= firstDay && day <= lastDay, text))
    .optional()
    .meta({ type: 'string', format: 'date', description });
}

/** Query of GET /{brand}/results. The days are of the brand's time zone. */
export const resultsQuerySchema = z
  .object({
    from: dayParameter('from', 'The first day; without it 30 days before `to`.'),
    to: dayParameter('to', 'The day after the last one; without it tomorrow.'),
    by: z
      .enum(resultGroups, `by must be one of ${resultGroups.join(', ')}`)
      .default('day')
      .meta({ description: 'What a row is.' }),
    tests: z
      .enum(['left_out', 'included'], 'tests must be left_out or included')
      .default('left_out')
      .meta({ description: 'Calls of the test panel and of `callside simulate`, with their offers and sales.' }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    error: 'to must be after from',
  });
export type ResultsQuery = z.infer<typeof resultsQuerySchema>;

const screenTimeSchema = z
  .object({
    events: count.meta({ description: 'Events that opened a call, and that a tab of its rep has shown.' }),
    p50_ms: z.number().nonnegative().nullable().meta({ description: 'Null without events.' }),
    p95_ms: z.number().nonnegative().nullable(),
  })
  .meta({
    description: 'From the receipt of an event that opened a call until the first tab of its rep has painted it.',
  });

const offerCountsSchema = z.object({
  recommendations: count,
  items: count.meta({ description: 'Products in them.' }),
});

/** An exact decimal. */
const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

const figures = {
  calls: count.nullable().meta({
    description: 'Calls that started. Null where a call has no such key: they are known by day, rep and model.',
  }),
  time_to_screen: screenTimeSchema.nullable().meta({ description: 'Known by day and by rep; else null.' }),
  offers: offerCountsSchema.meta({ description: 'Answers of the recommender, also to an IVR, that offer something.' }),
  shown: offerCountsSchema.meta({ description: "Those of them that a rep's page showed." }),
  sold: count.meta({ description: 'Offered products that were bought.' }),
  declined: count.meta({
    description: 'Offered products that a rep reported as declined, and that were not bought after all.',
  }),
  conversion: z
    .object({
      counted: count.meta({
        description:
          'Recommendations that offered something. One that was replaced on its call counts only if it converted.',
      }),
      converted: count.meta({ description: 'Those of them from which something was bought.' }),
      share: z.number().min(0).max(1).nullable().meta({ description: 'Null when none counts.' }),
    })
    .meta({ description: 'How many recommendations were followed by a purchase.' }),
  revenue: amount.meta({ description: "Attributed revenue without what came back, in the brand's currency." }),
  gross_revenue: amount.meta({ description: 'With what came back.' }),
  returned_revenue: amount.meta({ description: 'Of what came back.' }),
};

export const resultFiguresSchema = z.object(figures);
export type ResultFigures = z.infer<typeof resultFiguresSchema>;

export const resultRowSchema = z.object({
  key: z
    .string()
    .nullable()
    .meta({
      description:
        'A day, an article type, a SKU, the rank of an offer from 1, the name of a rule, the reason of a decline, the id of a user ' +
        'or a model version. Null: none of them.',
    }),
  label: z.string().nullable().meta({ description: "The rep's name or the product's title; otherwise the key." }),
  ...figures,
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** Answer of GET /{brand}/results. */
export const resultsSchema = z.object({
  by: z.enum(resultGroups),
  from: calendarDay,
  to: calendarDay.meta({ description: 'Not included.' }),
  time_zone: z.string(),
  currency: z.string(),
  totals: resultFiguresSchema,
  tests: z.enum(['left_out', 'included']),
  test_calls: count.meta({
    description: 'Calls of the test panel and of `callside simulate` in the range, counted or left out.',
  }),
  rows: z.array(resultRowSchema).meta({
    description: `Days and ranks in order; others by revenue, at most ${mostResultRows}.`,
  }),
  rows_left_out: count.meta({ description: 'Further rows.' }),
});
export type Results = z.infer<typeof resultsSchema>;
