-- callside: no transaction
-- A SKU is retired when no other variant has it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "shop_variants_sku_idx" ON "shop_variants"("brand_id", "shop", "sku");
