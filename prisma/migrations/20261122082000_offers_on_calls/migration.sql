-- Recommenders of brands, the order of changes of a call's offers, and sales that the recommender does not have yet.

CREATE TABLE "recommender_connections" (
    "brand_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "key_sealed" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recommender_connections_pkey" PRIMARY KEY ("brand_id")
);

ALTER TABLE "recommender_connections" ADD CONSTRAINT "recommender_connections_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every change of a call's offers or outcomes raises the sequence and locks the row until it is committed. So a greater sequence
-- always includes what a smaller one has.
CREATE TABLE "call_offer_states" (
    "call_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "call_offer_states_pkey" PRIMARY KEY ("call_id")
);

ALTER TABLE "call_offer_states" ADD CONSTRAINT "call_offer_states_call_id_fkey"
    FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "call_offers" ADD COLUMN "titles" JSON NOT NULL DEFAULT '{}';

ALTER TABLE "offer_outcomes" ADD COLUMN "reported_at" TIMESTAMPTZ(3);
ALTER TABLE "offer_outcomes" ADD COLUMN "report_attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "offer_outcomes" ADD COLUMN "report_due_at" TIMESTAMPTZ(3);

CREATE INDEX "offer_outcomes_report_due_idx" ON "offer_outcomes"("report_due_at") WHERE "report_due_at" IS NOT NULL;
