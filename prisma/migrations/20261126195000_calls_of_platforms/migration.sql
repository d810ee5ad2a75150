-- A platform may report the end of a call after the start of the rep's next one. Its id of the call tells which one has ended.
ALTER TABLE "rep_state"
    ADD COLUMN "platform_call" TEXT,
    ADD COLUMN "past_platform_calls" TEXT[] NOT NULL DEFAULT '{}';
