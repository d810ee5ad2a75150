-- Every filter of the event log and of the chats, and every combination of them, is read along an index in its order.

-- The log consists of streams: the events of one kind that were resolved, or not, of a brand or of one address in it. A
-- page merges the streams that its filters let pass, twelve at most. The keys are hashes, because an address may be a
-- text of any length, which an index cannot hold, and because each event is written into each index twice.
CREATE INDEX "call_events_stream_idx" ON "call_events"(
    hashtextextended("event", uuid_hash_extended("brand_id", "agent_resolved"::int::bigint)), "received_at", "id");
CREATE INDEX "call_events_agent_stream_idx" ON "call_events"(
    hashtextextended("agent_email", hashtextextended("event", uuid_hash_extended("brand_id", "agent_resolved"::int::bigint))),
    "received_at", "id");
DROP INDEX "call_events_brand_id_received_at_id_idx";

-- Calls of a number, of a rep, and of both.
CREATE INDEX "calls_brand_phone_number_idx" ON "calls"(
    hashtextextended("phone_number", uuid_hash_extended("brand_id", 0)), "started_at", "id");
CREATE INDEX "calls_user_phone_number_idx" ON "calls"(
    hashtextextended("phone_number", uuid_hash_extended("user_id", 0)), "started_at", "id");
DROP INDEX "calls_brand_id_phone_number_idx";
DROP INDEX "calls_user_id_started_at_idx";
CREATE INDEX "calls_user_id_started_at_id_idx" ON "calls"("user_id", "started_at", "id");
