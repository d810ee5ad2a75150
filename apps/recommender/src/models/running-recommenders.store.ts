import type { Query } from '@callside/database';
import type { ModelWork } from '@callside/schemas';

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
    (id, brand_id, feature_schema_hash, sized_article_types, artifact_version, problem, work, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET artifact_version = excluded.artifact_version, problem = excluded.problem,
    work = excluded.work, seen_at = excluded.seen_at`;

const deleteRunning = 'DELETE FROM running_recommenders WHERE id = $1';

const runs = "r.seen_at > clock_timestamp() - interval '15 seconds'";

const selectRunning = `
  SELECT r.feature_schema_hash AS "featureSchemaHash", r.sized_article_types AS "sizedArticleTypes",
         r.artifact_version AS "artifactVersion", r.problem
  FROM running_recommenders r JOIN brands b ON b.id = r.brand_id
  WHERE b.slug = $1 AND ${runs}`;

const selectWorkOfOthers = `
  SELECT r.work FROM running_recommenders r WHERE r.brand_id = $1 AND r.id <> $2 AND r.work IS NOT NULL AND ${runs}`;

export async function recordRunning(
  query: Query,
  { id, brandId, work, ...running }: RunningRecommender & { id: string; brandId: string; work: ModelWork | null },
): Promise<void> {
  const { featureSchemaHash, sizedArticleTypes, artifactVersion, problem } = running;
  const values = [id, brandId, featureSchemaHash, sizedArticleTypes, artifactVersion, problem];
  await query(upsertRunning, [...values, work && JSON.stringify(work)]);
}

export async function forgetRunning(query: Query, id: string): Promise<void> {
  await query(deleteRunning, [id]);
}

/** The recommenders of a brand that run. */
export function findRunning(query: Query, slug: string): Promise<RunningRecommender[]> {
  return query<RunningRecommender>(selectRunning, [slug]);
}

/** What the other recommenders of the brand that run compute, or computed last. */
export async function findWorkOfOthers(query: Query, id: string, brandId: string): Promise<ModelWork[]> {
  const rows = await query<{ work: ModelWork }>(selectWorkOfOthers, [brandId, id]);
  return rows.map(({ work }) => work);
}
