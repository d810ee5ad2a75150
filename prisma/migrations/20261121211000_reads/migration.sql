-- What the lists, the event log and the export walk along.

-- The event log is read by time. Page by page it goes on after (instant, id).
DROP INDEX "call_events_brand_id_id_idx";
CREATE INDEX "call_events_brand_id_received_at_id_idx" ON "call_events"("brand_id", "received_at", "id");

-- Chats are listed as their calls are: newest call first.
DROP INDEX "chats_brand_id_created_at_id_idx";

-- A number may be a text of any length, which an index cannot hold.
CREATE INDEX "calls_brand_id_phone_number_idx" ON "calls"("brand_id", md5("phone_number"), "started_at");

-- Whether an export will have to ask the lease store.
CREATE INDEX "transcription_sessions_open_idx" ON "transcription_sessions"("brand_id", "call_id")
    WHERE "finalized_at" IS NULL;
