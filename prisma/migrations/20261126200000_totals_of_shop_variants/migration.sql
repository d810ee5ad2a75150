-- The stock that the last delivery of a product counted, and the part of it that each location had: a location that no longer reports
-- must not add to a newer total. The release before leaves these columns as they are.
ALTER TABLE "shop_variants" ADD COLUMN "total" INTEGER, ADD COLUMN "total_at" TIMESTAMPTZ(3);
