-- callside: no transaction
-- Events that may have a number of their own: an end may repeat the number, and need not repeat that of its call. Every other event
-- of a call has the call's number, and is found by its call.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "call_events_own_number_idx" ON "call_events"(
    hashtextextended("phone_number", uuid_hash_extended("brand_id", 0)), "received_at", "id")
    WHERE "phone_number" IS NOT NULL AND ("event" IN ('call-started', 'call-ended') OR "call_id" IS NULL);
