-- An import that was killed before its end left order lines that the services did not load before the next day.
CREATE TABLE "unannounced_orders" (
    "brand_id" UUID NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unannounced_orders_pkey" PRIMARY KEY ("brand_id"),
    CONSTRAINT "unannounced_orders_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
