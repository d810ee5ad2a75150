-- A platform may report the end of a call after the start of the rep's next one. Its id of the call tells which one has ended.
-- The previous release and the deactivation of a user change call_id only, so platform_call counts for the call in platform_call_of.
ALTER TABLE "rep_state"
    ADD COLUMN "platform_call" TEXT,
    ADD COLUMN "platform_call_of" UUID,
    ADD COLUMN "past_platform_calls" TEXT[] NOT NULL DEFAULT '{}';
