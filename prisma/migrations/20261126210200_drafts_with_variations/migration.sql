-- A variation of WooCommerce has its own deliveries, which do not say that its product is a draft.
ALTER TABLE "shop_products" ADD COLUMN "hides_variations" BOOLEAN;
