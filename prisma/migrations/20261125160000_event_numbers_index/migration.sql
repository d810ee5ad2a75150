-- callside: no transaction
-- An event of a call is found by the call's number. Only starts and events without a call have an entry, so that others are stored faster.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "call_events_number_idx" ON "call_events"(
    hashtextextended("phone_number", uuid_hash_extended("brand_id", 0)), "received_at", "id")
    WHERE "phone_number" IS NOT NULL AND ("event" = 'call-started' OR "call_id" IS NULL);
