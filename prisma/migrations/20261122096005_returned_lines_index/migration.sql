-- callside: no transaction
-- Few lines are returned.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchase_lines_returned_idx" ON "purchase_lines"("brand_id", "created_at")
    WHERE "returned_at" IS NOT NULL AND "matched";
