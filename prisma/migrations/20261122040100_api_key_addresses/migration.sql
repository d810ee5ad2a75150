-- Where a key may be used from; empty: anywhere.
ALTER TABLE "api_keys" ADD COLUMN "allowed_addresses" TEXT[] NOT NULL DEFAULT '{}';
