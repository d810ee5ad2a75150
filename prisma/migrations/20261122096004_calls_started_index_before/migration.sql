-- callside: no transaction
-- calls_started_idx has the same key and replaces it, also for the release before.
DROP INDEX CONCURRENTLY IF EXISTS "calls_brand_id_started_at_id_idx";
