-- What a rep adds to a call: which of several customers called, a note and what came of the call.

ALTER TABLE "calls" ADD COLUMN "picked_customer_id" TEXT;

-- The calls of a customer, newest first. Hashed, because a code may be a text of any length.
CREATE INDEX "calls_customer_idx" ON "calls"(
    hashtextextended(coalesce("picked_customer_id", btrim("customer_id")), uuid_hash_extended("brand_id", 0)), "started_at", "id")
    WHERE "picked_customer_id" IS NOT NULL OR "customer_id" IS NOT NULL;

CREATE TABLE "call_notes" (
    "call_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "note" TEXT NOT NULL,
    "disposition" TEXT,
    "version" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_notes_pkey" PRIMARY KEY ("call_id"),
    CONSTRAINT "call_notes_disposition_check"
        CHECK ("disposition" IN ('sale', 'follow_up', 'no_sale', 'wrong_number', 'other'))
);

ALTER TABLE "call_notes" ADD CONSTRAINT "call_notes_call_id_fkey"
    FOREIGN KEY ("call_id") REFERENCES "calls"("id") ON DELETE CASCADE ON UPDATE CASCADE;
