-- Brands, users and keys; the event log, calls and what is live of them; chats and transcription sessions; the audit log.

CREATE TABLE "brands" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "brands_slug_key" ON "brands"("slug");

CREATE TABLE "brand_hosts" (
    "host" TEXT NOT NULL,
    "brand_id" UUID NOT NULL,

    CONSTRAINT "brand_hosts_pkey" PRIMARY KEY ("host")
);
CREATE INDEX "brand_hosts_brand_id_idx" ON "brand_hosts"("brand_id");

CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'rep',
    "status" TEXT NOT NULL DEFAULT 'invited',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_role_check" CHECK ("role" IN ('rep', 'owner')),
    CONSTRAINT "users_status_check" CHECK ("status" IN ('invited', 'active', 'deactivated'))
);
CREATE UNIQUE INDEX "users_brand_id_email_key" ON "users"("brand_id", "email");

CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "feature" TEXT NOT NULL,
    "label" TEXT,
    "key_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_user_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_keys_feature_check" CHECK ("feature" IN ('call-events', 'recommender')),
    CONSTRAINT "api_keys_key_sha256_check" CHECK (octet_length("key_sha256") = 32)
);
CREATE UNIQUE INDEX "api_keys_key_sha256_key" ON "api_keys"("key_sha256");
CREATE INDEX "api_keys_brand_id_idx" ON "api_keys"("brand_id");

CREATE TABLE "call_events" (
    "id" BIGSERIAL NOT NULL,
    "brand_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "event_id" TEXT,
    "event_id_sha256" BYTEA,
    "agent_email" TEXT NOT NULL,
    "user_id" UUID,
    "call_id" UUID,
    "phone_number" TEXT,
    "customer_id" TEXT,
    "metadata" JSON NOT NULL DEFAULT '{}',
    "metadata_text" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "agent_resolved" BOOLEAN NOT NULL,
    "call_active" BOOLEAN NOT NULL,
    "relayed_at" TIMESTAMPTZ(3),
    "api_key_id" UUID,

    CONSTRAINT "call_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "call_events_event_check" CHECK ("event" IN ('call-started', 'call-ended', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed')),
    CONSTRAINT "call_events_event_id_check" CHECK (("event_id" IS NULL) = ("event_id_sha256" IS NULL))
);
CREATE UNIQUE INDEX "call_events_event_id_sha256_brand_id_key" ON "call_events"("event_id_sha256", "brand_id");
CREATE INDEX "call_events_call_id_idx" ON "call_events"("call_id");
-- What a crash left between commit and relay. Nearly always empty, so the sweep that reads it costs nothing.
CREATE INDEX "call_events_unrelayed_idx" ON "call_events"("id") WHERE "relayed_at" IS NULL AND "agent_resolved";

CREATE TABLE "calls" (
    "id" UUID NOT NULL,
    "reference" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "agent_email" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "customer_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,

    CONSTRAINT "calls_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "calls_end_check" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL)),
    CONSTRAINT "calls_end_reason_check" CHECK ("end_reason" IN ('ended', 'superseded'))
);
CREATE UNIQUE INDEX "calls_reference_key" ON "calls"("reference");
CREATE INDEX "calls_brand_id_started_at_idx" ON "calls"("brand_id", "started_at");
CREATE INDEX "calls_user_id_started_at_idx" ON "calls"("user_id", "started_at");
-- A rep can be on only one call.
CREATE UNIQUE INDEX "calls_live_user_id_key" ON "calls"("user_id") WHERE "ended_at" IS NULL;

CREATE TABLE "rep_state" (
    "user_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "call_id" UUID,
    "call_reference" UUID,
    "phone_number" TEXT,
    "customer_id" TEXT,
    "call_started_at" TIMESTAMPTZ(3),
    "on_hold" BOOLEAN NOT NULL DEFAULT false,
    "recording_paused" BOOLEAN NOT NULL DEFAULT false,
    "recording_sequence" BIGINT NOT NULL DEFAULT 0,
    "confirmed_sequence" BIGINT,
    "confirmed_paused" BOOLEAN,
    "confirmed_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rep_state_pkey" PRIMARY KEY ("user_id"),
    -- No pause and no hold without a call: neither can leak into the next one.
    CONSTRAINT "rep_state_idle_check" CHECK ("call_id" IS NOT NULL OR NOT ("on_hold" OR "recording_paused"))
);

CREATE TABLE "chats" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chats_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "chats_call_id_key" ON "chats"("call_id");
CREATE INDEX "chats_brand_id_created_at_idx" ON "chats"("brand_id", "created_at");

CREATE TABLE "transcription_sessions" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "call_id" UUID,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "end_reported_at" TIMESTAMPTZ(3),
    "finalized_at" TIMESTAMPTZ(3),

    CONSTRAINT "transcription_sessions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "transcription_sessions_call_id_idx" ON "transcription_sessions"("call_id");

CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "brand_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_log_brand_id_id_idx" ON "audit_log"("brand_id", "id");

ALTER TABLE "brand_hosts" ADD CONSTRAINT "brand_hosts_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "users" ADD CONSTRAINT "users_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_user_id_fkey" FOREIGN KEY ("created_by_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "call_events" ADD CONSTRAINT "call_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "call_events" ADD CONSTRAINT "call_events_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "calls" ADD CONSTRAINT "calls_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "calls" ADD CONSTRAINT "calls_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rep_state" ADD CONSTRAINT "rep_state_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rep_state" ADD CONSTRAINT "rep_state_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "chats" ADD CONSTRAINT "chats_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "chats" ADD CONSTRAINT "chats_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transcription_sessions" ADD CONSTRAINT "transcription_sessions_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transcription_sessions" ADD CONSTRAINT "transcription_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "transcription_sessions" ADD CONSTRAINT "transcription_sessions_call_id_fkey" FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE SET NULL ON UPDATE CASCADE;
