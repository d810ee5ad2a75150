-- What the page of events shows of the way of an event, and what it is searched by.

ALTER TABLE "call_events" ADD COLUMN "request_id" TEXT;
ALTER TABLE "call_events" ADD COLUMN "delivered_tabs" INTEGER;
-- A refused request that an owner corrected and sent again.
ALTER TABLE "call_events" ADD COLUMN "resent_from" BIGINT;
-- Written by the test panel.
ALTER TABLE "call_events" ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;
-- The event of an address that had no user, whose call was opened after the address became an alias.
ALTER TABLE "call_events" ADD COLUMN "adopted_from" BIGINT;

-- The body in a redacted form: docs/events.md says what is kept.
ALTER TABLE "refused_requests" ADD COLUMN "body" JSON;

-- Hashes, because numbers and ids may be texts of any length. Events of earlier releases have no request id.
CREATE INDEX "call_events_phone_number_idx" ON "call_events"(
    hashtextextended("phone_number", uuid_hash_extended("brand_id", 0)), "received_at", "id")
    WHERE "phone_number" IS NOT NULL;
CREATE INDEX "call_events_request_id_idx" ON "call_events"(
    hashtextextended("request_id", uuid_hash_extended("brand_id", 0)))
    WHERE "request_id" IS NOT NULL;
CREATE INDEX "refused_requests_brand_id_request_id_idx" ON "refused_requests"("brand_id", "request_id");
