-- Transcription sessions with their lease and transcript; the live call's customer; indexes that cursor pages walk along.

ALTER TABLE "transcription_sessions" ADD COLUMN "lease_until" TIMESTAMPTZ(3), ADD COLUMN "lease_token" UUID;

-- A call shows the session that was opened last.
DROP INDEX "transcription_sessions_call_id_idx";
CREATE INDEX "transcription_sessions_call_id_opened_at_idx" ON "transcription_sessions"("call_id", "opened_at");
-- What the sweep has to look at: nearly always a handful, and never a session from before there were leases.
CREATE INDEX "transcription_sessions_unfinalized_idx" ON "transcription_sessions"("lease_until")
    WHERE "finalized_at" IS NULL AND "lease_until" IS NOT NULL;

CREATE TABLE "transcription_chunks" (
    "session_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "speaker" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "transcription_chunks_pkey" PRIMARY KEY ("session_id", "sequence")
);
ALTER TABLE "transcription_chunks" ADD CONSTRAINT "transcription_chunks_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "transcription_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "rep_state" ADD COLUMN "customer" JSON;

-- A page goes on after (instant, id), whatever arrives meanwhile.
CREATE INDEX "call_events_brand_id_id_idx" ON "call_events"("brand_id", "id");
DROP INDEX "calls_brand_id_started_at_idx";
CREATE INDEX "calls_brand_id_started_at_id_idx" ON "calls"("brand_id", "started_at", "id");
DROP INDEX "chats_brand_id_created_at_idx";
CREATE INDEX "chats_brand_id_created_at_id_idx" ON "chats"("brand_id", "created_at", "id");
