-- Of its own, because deliveries lock levels before variants.
ALTER TABLE "shop_levels" ADD COLUMN "in_total" INTEGER;
