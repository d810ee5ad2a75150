-- callside: no transaction
-- Replaced by call_events_number_idx. The release before searches by number without an index until its last instance has ended.
DROP INDEX CONCURRENTLY IF EXISTS "call_events_phone_number_idx";
