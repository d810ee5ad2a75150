-- Each check locked the rows of the rep and of the call with every event. The intake holds the lock of the rep's state, which
-- has a foreign key to the rep, and names no call but the one in that state or one that it opens.
ALTER TABLE "call_events" DROP CONSTRAINT "call_events_user_id_fkey";
ALTER TABLE "call_events" DROP CONSTRAINT "call_events_call_id_fkey";
