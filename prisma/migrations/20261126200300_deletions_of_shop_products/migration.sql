-- A deletion without a time of the shop is not compared with the shop's clock. The clock of a shop may be ahead of ours.
ALTER TABLE "shop_products" ADD COLUMN "deleted_at" TIMESTAMPTZ(3), ADD COLUMN "clock_ahead_seconds" INTEGER;
