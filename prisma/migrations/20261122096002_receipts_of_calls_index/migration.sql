-- callside: no transaction
-- It has all that the results need, and less than half of the rows. event_receipts_brand_id_received_at_idx stays for a release: the
-- release before reads its results along it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "event_receipts_opened_idx" ON "event_receipts"("brand_id", "received_at")
    INCLUDE ("user_id", "painted_at") WHERE "opened_call";
