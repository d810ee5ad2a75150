-- callside: no transaction
-- The erasure of a customer finds their recommendations by this code.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "recommendations_customer_idx" ON "recommendations"("brand_id", "customer_id")
    WHERE "customer_id" IS NOT NULL;
