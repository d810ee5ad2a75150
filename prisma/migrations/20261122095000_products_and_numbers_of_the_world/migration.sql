-- SKUs of letters and digits, sizes that are texts (M), and phone numbers with a country code.

ALTER TABLE "catalog_items" ADD COLUMN "size_text" TEXT;
-- NOT VALID: the rows on file keep the narrower rules of before, and a large table is not read under the lock.
ALTER TABLE "catalog_items"
    DROP CONSTRAINT "catalog_items_sku_check",
    ADD CONSTRAINT "catalog_items_sku_check" CHECK ("sku" ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$') NOT VALID,
    ADD CONSTRAINT "catalog_items_size_text_check"
        CHECK ("size_text" IS NULL OR ("size" IS NULL AND length("size_text") BETWEEN 1 AND 32)) NOT VALID;
ALTER TABLE "recommendations"
    DROP CONSTRAINT "recommendations_phone_check",
    ADD CONSTRAINT "recommendations_phone_check" CHECK ("phone" ~ '^([0-9]{10}|\+[2-9][0-9]{1,14})$') NOT VALID;
