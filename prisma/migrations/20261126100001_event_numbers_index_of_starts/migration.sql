-- callside: no transaction
-- Replaced by call_events_own_number_idx, which the release before uses too.
DROP INDEX CONCURRENTLY IF EXISTS "call_events_number_idx";
