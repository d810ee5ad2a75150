-- What customers sent back: it stays on file, but opens no size and leaves the statistics.

ALTER TABLE "order_lines" ADD COLUMN "returned_at" TIMESTAMPTZ(3);
ALTER TABLE "purchase_lines" ADD COLUMN "returned_at" TIMESTAMPTZ(3);
-- Few lines are returned: they are read apart from the index that holds all lines of a brand.
CREATE INDEX "order_lines_returned_idx" ON "order_lines"("brand_id") WHERE "returned_at" IS NOT NULL;
