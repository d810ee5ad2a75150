-- callside: no transaction
-- By the id itself: the service's ids sort by time, so new entries are adjacent, which a hash of them is not.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "call_events_request_idx" ON "call_events"(
    "brand_id", "request_id" COLLATE "C", "received_at", "id")
    WHERE "request_id" IS NOT NULL;
