-- callside: no transaction
-- Replaced by call_events_request_idx. The release before searches by request id without an index until its last instance has ended.
DROP INDEX CONCURRENTLY IF EXISTS "call_events_request_id_idx";
