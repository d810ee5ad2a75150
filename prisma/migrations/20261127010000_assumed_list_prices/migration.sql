-- A line that is confirmed later replaces the list price that was assumed for its SKU.
ALTER TABLE "purchases" ADD COLUMN "assumed_skus" TEXT[] NOT NULL DEFAULT '{}';
