-- What a variant puts into the catalogue: it is written again when another product with its SKU no longer sells it.
ALTER TABLE "shop_variants" ADD COLUMN "offer" JSONB;
