-- A platform may deliver the start of a call after that of the rep's next one: the times of both, on its clock, tell which one is live. The
-- previous release does not write the column, and leaves the time of an earlier call, which only makes fewer events late.
ALTER TABLE "rep_state" ADD COLUMN "platform_started_at" TIMESTAMPTZ(3);
