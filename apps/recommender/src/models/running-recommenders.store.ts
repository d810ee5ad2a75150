import type { Query } from '@callside/database';

/** What a recommender that runs computes and serves, as it said a few seconds ago. */
export interface RunningRecommender {
  readonly featureSchemaHash: string;
  readonly sizedArticleTypes: readonly string[];
  /** `none` without a model. */
  readonly artifactVersion: string;
  /** Why the published model does not serve; null when it does. */
  readonly problem: string | null;
}

const upsertRunning = `
  WITH gone AS (DELETE FROM running_recommenders WHERE seen_at < clock_timestamp() - interval '1 hour')
  INSERT INTO running_recommenders AS r
    (id, brand_id, feature_schema_hash, sized_article_types, artifact_version, problem, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET artifact_version = excluded.artifact_version, problem = excluded.problem,
    seen_at = excluded.seen_at`;

const deleteRunning = 'DELETE FROM running_recommenders WHERE id = $1';

const selectRunning = `
  SELECT r.feature_schema_hash AS "featureSchemaHash", r.sized_article_types AS "sizedArticleTypes",
         r.artifact_version AS "artifactVersion", r.problem
  FROM running_recommenders r JOIN brands b ON b.id = r.brand_id
  WHERE b.slug = $1 AND r.seen_at > clock_timestamp() - interval '15 seconds'`;

export async function recordRunning(
  query: Query,
  { id, brandId, ...running }: RunningRecommender & { id: string; brandId: string },
): Promise<void> {
  const { featureSchemaHash, sizedArticleTypes, artifactVersion, problem } = running;
  await query(upsertRunning, [id, brandId, featureSchemaHash, sizedArticleTypes, artifactVersion, problem]);
}

export async function forgetRunning(query: Query, id: string): Promise<void> {
  await query(deleteRunning, [id]);
}

/** The recommenders of a brand that run. */
export function findRunning(query: Query, slug: string): Promise<RunningRecommender[]> {
  return query<RunningRecommender>(selectRunning, [slug]);
}
