-- Customers, catalogue, stock and orders as the operator imports them; recommendations and the purchases that confirm them.

CREATE TABLE "customers" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "customer_id" TEXT,
    "phone_number" TEXT,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id"),
    -- Nothing could ever find a customer with neither.
    CONSTRAINT "customers_identity_check" CHECK ("customer_id" IS NOT NULL OR "phone_number" IS NOT NULL),
    CONSTRAINT "customers_phone_number_check" CHECK ("phone_number" ~ '^\+[1-9][0-9]{1,14}$')
);
CREATE INDEX "customers_brand_id_phone_number_idx" ON "customers"("brand_id", "phone_number");
CREATE UNIQUE INDEX "customers_customer_id_key" ON "customers"("brand_id", "customer_id") WHERE "customer_id" IS NOT NULL;
-- A number may be shared by customers that have ids of their own, but by one at most that has none.
CREATE UNIQUE INDEX "customers_anonymous_phone_number_key" ON "customers"("brand_id", "phone_number") WHERE "customer_id" IS NULL;

-- A price is at most 12 digits before the point: NaN and Infinity sort above every number and fail the same check.
CREATE TABLE "catalog_items" (
    "brand_id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "web_price" NUMERIC NOT NULL,
    "article_type" TEXT NOT NULL,
    "size" NUMERIC,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "catalog_items_pkey" PRIMARY KEY ("brand_id", "sku"),
    CONSTRAINT "catalog_items_sku_check" CHECK ("sku" ~ '^[0-9]{1,16}$' AND "sku"::bigint <= 9007199254740991),
    CONSTRAINT "catalog_items_web_price_check" CHECK ("web_price" >= 0 AND "web_price" < 1000000000000),
    CONSTRAINT "catalog_items_size_check" CHECK ("size" > 0 AND "size" < 1000000000000),
    CONSTRAINT "catalog_items_attributes_check" CHECK (jsonb_typeof("attributes") = 'object')
);

CREATE TABLE "stock_levels" (
    "brand_id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "on_hand" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_levels_pkey" PRIMARY KEY ("brand_id", "sku")
);

CREATE TABLE "order_lines" (
    "id" BIGSERIAL NOT NULL,
    "brand_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "product_title" TEXT,
    "order_date" DATE NOT NULL,
    "qty" NUMERIC NOT NULL DEFAULT 1,
    "unit_price" NUMERIC,
    "order_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_lines_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "order_lines_order_date_check" CHECK ("order_date" BETWEEN '1900-01-01' AND '2999-12-31'),
    CONSTRAINT "order_lines_qty_check" CHECK ("qty" > 0 AND "qty" < 1000000000000),
    CONSTRAINT "order_lines_unit_price_check" CHECK ("unit_price" >= 0 AND "unit_price" < 1000000000000)
);
-- What makes an import of the same file change nothing; a line without an order id has one for this purpose, too.
-- It also is the way to a customer's history, and holds all that the services read of a brand's lines, in their order.
CREATE UNIQUE INDEX "order_lines_line_key" ON "order_lines"("customer_id", "order_date", "sku", "order_id") INCLUDE ("brand_id") NULLS NOT DISTINCT;

CREATE TABLE "data_versions" (
    "brand_id" UUID NOT NULL,
    "catalogue" BIGINT NOT NULL DEFAULT 0,
    "stock" BIGINT NOT NULL DEFAULT 0,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "stock_imported_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_versions_pkey" PRIMARY KEY ("brand_id")
);

CREATE TABLE "recommendations" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "num_items" INTEGER NOT NULL,
    "check_stock" BOOLEAN NOT NULL,
    "anchors" TEXT[] NOT NULL,
    "history" JSONB,
    "history_size" INTEGER NOT NULL,
    "customer_found" BOOLEAN,
    "fallback" BOOLEAN NOT NULL,
    "feature_schema_hash" TEXT NOT NULL,
    "artifact_version" TEXT NOT NULL,
    "catalog_version" TEXT NOT NULL,
    "offered_skus" TEXT[] NOT NULL,
    "offers" JSONB NOT NULL,
    "offer_features" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recommendations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "recommendations_phone_check" CHECK ("phone" ~ '^[0-9]{10}$'),
    CONSTRAINT "recommendations_num_items_check" CHECK ("num_items" BETWEEN 1 AND 10)
);
CREATE INDEX "recommendations_brand_id_created_at_idx" ON "recommendations"("brand_id", "created_at");
CREATE INDEX "recommendations_brand_id_phone_created_at_idx" ON "recommendations"("brand_id", "phone", "created_at");

CREATE TABLE "purchases" (
    "id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "recommendation_id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "purchased_skus" TEXT[] NOT NULL,
    "matched_skus" TEXT[] NOT NULL,
    "converted" BOOLEAN NOT NULL,
    "matched_revenue" NUMERIC,
    "attributed_revenue" NUMERIC NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "purchases_recommendation_id_idx" ON "purchases"("recommendation_id");

CREATE TABLE "purchase_lines" (
    "id" BIGSERIAL NOT NULL,
    "purchase_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "recommendation_id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "qty" NUMERIC NOT NULL,
    "unit_price" NUMERIC,
    "discount_amt" NUMERIC,
    "order_line_id" TEXT,
    "order_line_id_sha256" BYTEA,
    "matched" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_lines_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "purchase_lines_order_line_id_check" CHECK (("order_line_id" IS NULL) = ("order_line_id_sha256" IS NULL)),
    CONSTRAINT "purchase_lines_qty_check" CHECK ("qty" > 0),
    CONSTRAINT "purchase_lines_unit_price_check" CHECK ("unit_price" >= 0),
    CONSTRAINT "purchase_lines_discount_amt_check" CHECK ("discount_amt" >= 0)
);
CREATE UNIQUE INDEX "purchase_lines_brand_id_order_line_id_sha256_key" ON "purchase_lines"("brand_id", "order_line_id_sha256");
CREATE INDEX "purchase_lines_purchase_id_idx" ON "purchase_lines"("purchase_id");
CREATE INDEX "purchase_lines_recommendation_id_idx" ON "purchase_lines"("recommendation_id");

ALTER TABLE "customers" ADD CONSTRAINT "customers_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "catalog_items" ADD CONSTRAINT "catalog_items_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "data_versions" ADD CONSTRAINT "data_versions_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_recommendation_id_fkey" FOREIGN KEY ("recommendation_id") REFERENCES "recommendations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "purchase_lines" ADD CONSTRAINT "purchase_lines_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchases"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
