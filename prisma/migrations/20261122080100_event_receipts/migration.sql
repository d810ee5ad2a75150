-- When a tab painted an event. A table of its own, so that receipts do not write to the event log.

CREATE TABLE "event_receipts" (
    "call_event_id" BIGINT NOT NULL,
    "brand_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "painted_at" TIMESTAMPTZ(3) NOT NULL,
    "painted_tabs" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "event_receipts_pkey" PRIMARY KEY ("call_event_id")
);

CREATE INDEX "event_receipts_brand_id_received_at_idx" ON "event_receipts"("brand_id", "received_at");
