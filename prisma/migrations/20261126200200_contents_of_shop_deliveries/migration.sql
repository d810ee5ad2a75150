-- WooCommerce gives one id to all deliveries of a webhook in one second: they are told apart by their topic and body.
ALTER TABLE "shop_deliveries" ADD COLUMN "content_sha256" BYTEA;
