-- The offers that a rep sees during a call, and what became of them. One row for each time they were asked for.

CREATE TABLE "call_offers" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "recommendation_id" UUID,
    "anchors" TEXT[] NOT NULL DEFAULT '{}',
    "items" JSON NOT NULL DEFAULT '[]',
    "stock_age_seconds" INTEGER,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_offers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "call_offers_status_check" CHECK ("status" IN ('ready', 'unavailable'))
);

ALTER TABLE "call_offers" ADD CONSTRAINT "call_offers_call_id_fkey"
    FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "call_offers_call_id_sequence_key" ON "call_offers"("call_id", "sequence");
CREATE INDEX "call_offers_recommendation_id_idx" ON "call_offers"("recommendation_id");

CREATE TABLE "offer_outcomes" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "recommendation_id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "qty" DECIMAL,
    "unit_price" DECIMAL,
    "outcome_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "offer_outcomes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "offer_outcomes_outcome_check" CHECK ("outcome" IN ('sold', 'declined'))
);

ALTER TABLE "offer_outcomes" ADD CONSTRAINT "offer_outcomes_call_id_fkey"
    FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "offer_outcomes_call_id_outcome_id_key" ON "offer_outcomes"("call_id", "outcome_id");
CREATE INDEX "offer_outcomes_brand_id_created_at_idx" ON "offer_outcomes"("brand_id", "created_at");
