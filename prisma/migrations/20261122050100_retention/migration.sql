-- How long a brand's personal data is kept; null: without end.
ALTER TABLE "brands" ADD COLUMN "retention_days" INTEGER,
    ADD CONSTRAINT "brands_retention_days_check" CHECK ("retention_days" > 0);

-- How far call-events has come in emptying a brand's events. They are worked off in the order of their ids.
CREATE TABLE "retention_progress" (
    "brand_id" UUID NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "retention_progress_pkey" PRIMARY KEY ("brand_id")
);
ALTER TABLE "retention_progress" ADD CONSTRAINT "retention_progress_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
