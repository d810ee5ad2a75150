import { z } from 'zod';

const count = z.int().nonnegative();

export const experimentViewSchema = z.object({
  name: z.string(),
  started_at: z.iso.datetime(),
  stopped_at: z.iso.datetime().nullable().meta({ description: 'Null: it is in force.' }),
  arms: z.array(
    z.object({
      arm: z.string().meta({ description: '`holdout`, `current` or `model=VERSION`.' }),
      percent: z.int(),
      callers: count,
      calls: count,
      revenue: z
        .number()
        .meta({ description: "Orders of the week after the calls, net of returns, in the brand's currency." }),
      revenue_per_call: z.number().nullable().meta({ description: 'Null without a call.' }),
    }),
  ),
  comparisons: z.array(
    z.object({
      arm: z.string(),
      against: z.string(),
      difference: z.number().nullable().meta({ description: 'Revenue for each call. Null: there are too few calls.' }),
      low: z.number().nullable().meta({ description: 'Of the 95 % interval, which holds however often it is read.' }),
      high: z.number().nullable(),
      verdict: z.enum(['more', 'less', 'not_shown']),
      calls_needed: count.nullable().meta({
        description:
          'More calls that would show a difference of 10 % in four of five experiments. Null: it cannot be told yet.',
      }),
    }),
  ),
  sample_ratio_ok: z.boolean().meta({
    description:
      'False: the callers are not divided as the arms say. The figures cannot be trusted, and nothing is shown by them.',
  }),
});
export type ExperimentView = z.infer<typeof experimentViewSchema>;

/** Answer of GET /{brand}/experiments. */
export const experimentsSchema = z.object({ currency: z.string(), items: z.array(experimentViewSchema) });
export type Experiments = z.infer<typeof experimentsSchema>;
