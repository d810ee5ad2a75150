-- Shops that post their webhooks to the recommender, and what it must remember of them.

CREATE TABLE "shops" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "shops_pkey" PRIMARY KEY ("brand_id", "shop")
);

CREATE TABLE "shop_deliveries" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shop_deliveries_pkey" PRIMARY KEY ("brand_id", "shop", "delivery_id")
);
CREATE INDEX "shop_deliveries_received_idx" ON "shop_deliveries"("brand_id", "received_at");

CREATE TABLE "shop_products" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "article_type" TEXT,

    CONSTRAINT "shop_products_pkey" PRIMARY KEY ("brand_id", "shop", "product_id")
);

CREATE TABLE "shop_variants" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "inventory_item_id" TEXT,

    CONSTRAINT "shop_variants_pkey" PRIMARY KEY ("brand_id", "shop", "variant_id")
);
CREATE INDEX "shop_variants_product_idx" ON "shop_variants"("brand_id", "shop", "product_id");
CREATE INDEX "shop_variants_item_idx" ON "shop_variants"("brand_id", "shop", "inventory_item_id");

CREATE TABLE "shop_levels" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "inventory_item_id" TEXT NOT NULL,
    "location_id" TEXT NOT NULL,
    "available" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_levels_pkey" PRIMARY KEY ("brand_id", "shop", "inventory_item_id", "location_id")
);

-- The customer is erased with the number and the day of the order.
CREATE TABLE "shop_orders" (
    "brand_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID,
    "order_number" TEXT,
    "order_date" DATE,

    CONSTRAINT "shop_orders_pkey" PRIMARY KEY ("brand_id", "shop", "order_id")
);
CREATE INDEX "shop_orders_customer_idx" ON "shop_orders"("customer_id");
CREATE INDEX "shop_orders_changed_idx" ON "shop_orders"("brand_id", "changed_at");

ALTER TABLE "shops" ADD CONSTRAINT "shops_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_customer_id_fkey"
    FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
