-- Products that are no longer offered; their history stays.

ALTER TABLE "catalog_items" ADD COLUMN "retired_at" TIMESTAMPTZ(3);
