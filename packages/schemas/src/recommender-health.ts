import { z } from 'zod';

const instant = z.iso.datetime().nullable();
const problem = z.string().optional().meta({ description: 'What is wrong, for people; absent while nothing is.' });

/** Body of the recommender's GET /health. */
export const recommenderHealthSchema = z.object({
  status: z.enum(['ok', 'degraded']).meta({ description: 'With a 503 always `degraded`.' }),
  brand: z
    .string()
    .nullable()
    .meta({ description: 'Slug of the brand served; null until it was read from the database.' }),
  catalog: z
    .object({
      status: z.enum(['ok', 'impaired', 'empty', 'not_loaded']),
      items: z.int().nonnegative(),
      version: z.string().nullable(),
      loaded_at: instant,
      problem,
    })
    .meta({
      description: 'Not loaded: 503. Loaded and empty: degraded, since every answer is `recommendation: null`.',
    }),
  stock: z
    .object({
      status: z.enum(['ok', 'stale', 'never_imported', 'out_of_stock']),
      in_stock: z.int().nonnegative().meta({ description: 'Items of the catalogue with stock.' }),
      refreshed_at: instant.meta({ description: 'When this service last read the levels on file.' }),
      age_seconds: z
        .number()
        .nonnegative()
        .nullable()
        .meta({ description: 'Age of the data: since the last import. Null when there was none.' }),
      imported_at: instant.meta({ description: 'By the operator, last.' }),
      problem,
    })
    .meta({
      description:
        'Stale: the data is older than `STOCK_STALE_MINUTES` (30 by default). Out of stock: every product is.',
    }),
  orders: z
    .object({ lines: z.int().nonnegative(), customers: z.int().nonnegative(), built_at: z.iso.datetime() })
    .nullable()
    .meta({ description: 'Past orders that the ranking knows of; null until they have been loaded.' }),
  model: z
    .object({
      status: z.enum(['ok', 'impaired', 'unavailable']),
      artifact_version: z.string(),
      feature_schema_hash: z.string(),
      origin: z.enum(['published', 'bundled', 'none']).meta({ description: 'None: no model ranks.' }),
      trained_at: z.string().nullable(),
      problem,
    })
    .meta({
      description:
        'Impaired: a different model than the published one is in use, or the model is being restarted. Unavailable: the ' +
        'unranked order serves, with `fallback: true`.',
    }),
  history: z
    .object({ status: z.enum(['ok', 'unavailable']) })
    .meta({ description: 'Unavailable: requests without a history of their own are answered as if there was none.' }),
  database: z.object({ status: z.enum(['up', 'down']) }).meta({ description: 'Down: 503.' }),
});
export type RecommenderHealth = z.infer<typeof recommenderHealthSchema>;
