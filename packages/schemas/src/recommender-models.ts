import { z } from 'zod';
import { recommenderHealthSchema } from './recommender-health.ts';

/** What a purchase counts in training: 1, its price, or its price minus its cost. */
export const trainingObjectives = ['conversion', 'revenue', 'margin'] as const;
export type TrainingObjective = (typeof trainingObjectives)[number];

/** What is known about a model beside the ranking that it would replace. */
export const modelVerdicts = ['better', 'not_shown_to_be_better', 'worse'] as const;
export type ModelVerdict = (typeof modelVerdicts)[number];

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);

const meansSchema = z.object({ recall_at_10: share, ndcg_at_10: share, hit_rate_at_10: share });

const figuresSchema = meansSchema
  .extend({ by_customer: meansSchema.meta({ description: 'The mean of each customer counts once.' }) })
  .meta({ description: 'Means over purchases that the model had not seen.' });

/** By kind of task, such as `next_purchase`. */
const figuresByTaskSchema = z.record(z.string(), figuresSchema);
export type ModelFigures = z.infer<typeof figuresByTaskSchema>;

/** A stored model. */
export const listedModelSchema = z.object({
  version: z.string(),
  state: z.enum(['in_service', 'published', 'previous', 'stored']).meta({
    description:
      'In service: it serves. Published: it is to serve and does not; `problem` says why, unless it starts to in a moment. ' +
      'Previous: the one that a rollback puts back into service.',
  }),
  trained_at: z.string().nullable().meta({ description: 'Null when its card cannot be read; `problem` says why.' }),
  next_training_at: z
    .string()
    .optional()
    .meta({ description: 'When the schedule that trained it trains the next one. Absent: it is not known.' }),
  learnt_until: z.string().nullable().meta({ description: 'The day of the last purchase that it learnt from.' }),
  objective: z.string().nullable(),
  trained_for: z.enum(trainingObjectives).nullable().meta({
    description: 'What a purchase counted in training: 1, its price, or its price minus its cost.',
  }),
  trees: count.nullable(),
  figures: figuresByTaskSchema.meta({ description: 'As measured when it was trained.' }),
  problem: z.string().nullable(),
});
export type ModelView = z.infer<typeof listedModelSchema>;

/** How much more of what customers bought one ranking finds than another, on the same purchases. */
export const rankingComparisonSchema = z.object({
  with: z.enum(['in_service', 'unranked']),
  difference: z.number().meta({ description: 'Relative: 0.04 is 4 % more recall@10.' }),
  low: z.number().meta({ description: 'Lower end of the 95 % interval.' }),
  high: z.number(),
  purchases: count.meta({ description: 'Purchases that were to be found.' }),
});
export type RankingComparison = z.infer<typeof rankingComparisonSchema>;

/** Answer of POST /admin/models/{version}/evaluate: a model measured on the latest purchases. */
export const modelEvaluationSchema = z.object({
  version: z.string(),
  in_service: z.object({ version: z.string(), problem: z.string().nullable() }),
  evaluated_on: z.object({ from: z.iso.date(), to: z.iso.date() }),
  figures: figuresByTaskSchema,
  comparisons: z.array(rankingComparisonSchema).meta({ description: 'None with the model itself.' }),
  verdict: z.enum(modelVerdicts).meta({ description: 'Only a model that is shown to be worse needs `force`.' }),
  findings: z.array(z.string()).meta({ description: 'Why, with figures; for people.' }),
});
export type ModelEvaluation = z.infer<typeof modelEvaluationSchema>;

/** What the recommender computes for an owner, or computed last. It does one thing at a time. */
export const modelWorkSchema = z.object({
  kind: z.enum(['train', 'evaluate', 'publish']),
  version: z.string().nullable().meta({ description: 'Null while a model is trained.' }),
  started_at: z.iso.datetime(),
  state: z.enum(['running', 'done', 'failed']),
  progress: z
    .object({ step: z.string(), done: count, total: count })
    .nullable()
    .meta({ description: 'While it runs; `total` is 0 for a step without parts.' }),
  evaluation: modelEvaluationSchema.nullable().meta({ description: 'When it is done.' }),
  problem: z.string().nullable().meta({ description: 'Why it failed.' }),
});
export type ModelWork = z.infer<typeof modelWorkSchema>;

/** Answer of GET /admin/models of the recommender. */
export const modelListSchema = z.object({
  brand: z.string(),
  in_service: z.object({
    version: z.string().meta({ description: '`none` without a model.' }),
    origin: z.enum(['published', 'bundled', 'none']),
    trained_at: z.string().nullable(),
    problem: z.string().nullable(),
    figures: figuresByTaskSchema,
  }),
  published: z.string().nullable().meta({ description: 'Null: the bundled model is to serve.' }),
  rollback_to: z.string().nullable().meta({
    description: 'What a rollback would put into service; null when nothing is published.',
  }),
  items: z.array(listedModelSchema).meta({ description: 'Newest first.' }),
  work: modelWorkSchema.nullish().meta({ description: 'Null or absent: nothing since the recommenders started.' }),
});
export type ModelList = z.infer<typeof modelListSchema>;

/** Answer of POST /admin/models/{version}/publish. */
export const modelPublicationSchema = z.object({
  published: z.boolean().meta({ description: 'False: it is shown to rank worse, and `force` was not given.' }),
  previous: z.string().nullable().meta({ description: 'What was published before; null: the bundled model.' }),
  problem: z.string().nullable().meta({ description: 'Why a recommender that runs cannot serve it.' }),
  evaluation: modelEvaluationSchema,
});
export type ModelPublication = z.infer<typeof modelPublicationSchema>;

/** Answer of POST /admin/models/rollback. */
export const modelRollbackSchema = z.object({
  current: z.string().meta({ description: 'The version that serves from now on; `none` without a bundled model.' }),
  previous: z.string(),
});
export type ModelRollback = z.infer<typeof modelRollbackSchema>;

/** Body of a training. Members that are not listed are ignored. */
export const trainingRequestSchema = z.object(
  {
    objective: z
      .enum(trainingObjectives, `objective must be one of ${trainingObjectives.join(', ')}`)
      .nullish()
      .meta({ description: 'What a purchase counts: 1 (the default), its price, or its price minus its cost.' }),
  },
  'the body must be a JSON object',
);

const forceText = 'force must be true or false';

/** Body of a publication. Members that are not listed are ignored. */
export const modelPublicationRequestSchema = z.object(
  {
    force: z.boolean(forceText).nullish().meta({ description: 'Publish it even when it ranks worse.' }),
  },
  'the body must be a JSON object',
);

/** Answer of GET /{brand}/recommender of call-events. */
export const recommenderOverviewSchema = z.object({
  catalogue: z.object({
    items: count.meta({ description: 'Products that may be offered.' }),
    retired: count,
    changed_at: z.iso.datetime().nullable(),
  }),
  stock: z.object({
    items_in_stock: count,
    imported_at: z.iso.datetime().nullable(),
    age_seconds: z.number().nonnegative().nullable().meta({ description: 'Null when stock was never imported.' }),
  }),
  recommender: z
    .object({
      state: z.enum(['connected', 'unreachable', 'not_configured', 'refused', 'another_brand']),
      health: recommenderHealthSchema.nullable(),
      models: modelListSchema.nullable(),
      problem: z.string().nullable().meta({ description: 'Why models are not shown, for people.' }),
    })
    .meta({ description: 'What the recommender itself answers; the rest is read from the database.' }),
});
export type RecommenderOverview = z.infer<typeof recommenderOverviewSchema>;
