-- A call that the platform has ended is over; one that another call replaced may come back to the rep, and is still paused if it was. And
-- the resume of an earlier call ends only the pause of that call. The previous release writes neither column: its calls count as
-- replaced and unpaused.
ALTER TABLE "rep_state"
    ADD COLUMN "past_call_states" JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN "paused_by" TEXT;
