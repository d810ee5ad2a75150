-- callside: no transaction
-- Counts the calls of reps without reading them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "calls_started_idx" ON "calls"("brand_id", "started_at", "id") INCLUDE ("user_id");
