-- Webhook requests that were refused. A table of their own: they are no events, and may be deleted at any time.
CREATE TABLE "refused_requests" (
    "id" BIGSERIAL NOT NULL,
    "brand_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "event" TEXT,
    "agent_email" TEXT,
    "api_key_id" UUID,
    "address" TEXT,

    CONSTRAINT "refused_requests_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "refused_requests" ADD CONSTRAINT "refused_requests_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "refused_requests_brand_id_received_at_id_idx" ON "refused_requests"("brand_id", "received_at", "id");
CREATE INDEX "refused_requests_brand_id_agent_email_received_at_id_idx"
    ON "refused_requests"("brand_id", "agent_email", "received_at", "id");
