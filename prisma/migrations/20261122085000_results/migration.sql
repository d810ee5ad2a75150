-- The results add up the offers of months. A row of recommendations holds its history and features, several kilobytes: the index has
-- all that the results need, so that these rows are not read. It replaces the one on the same key, so a request writes as many
-- indexes as before.
DROP INDEX "recommendations_brand_id_created_at_idx";
CREATE INDEX "recommendations_brand_id_created_at_idx" ON "recommendations"("brand_id", "created_at")
    INCLUDE ("id", "artifact_version", "offered_skus");

-- For the same reason without the items.
CREATE INDEX "call_offers_results_idx" ON "call_offers"("brand_id", "asked_at")
    INCLUDE ("recommendation_id", "call_id", "user_id", "sequence")
    WHERE "recommendation_id" IS NOT NULL AND "status" = 'ready';

CREATE INDEX "purchases_brand_id_created_at_idx" ON "purchases"("brand_id", "created_at");
