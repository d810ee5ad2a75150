-- The time to screen is that of calls: of events that opened a call, in a tab of the call's rep. The receipt has both, so that the
-- results of months do not look events up.
ALTER TABLE "event_receipts" ADD COLUMN "user_id" UUID;
ALTER TABLE "event_receipts" ADD COLUMN "opened_call" BOOLEAN NOT NULL DEFAULT false;
