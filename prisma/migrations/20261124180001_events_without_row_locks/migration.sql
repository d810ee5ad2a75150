-- Each check of these foreign keys locked the row of the rep or of the call with every event. The intake holds the lock of the
-- rep's state, which has a foreign key to the rep, and names no call but the one in that state or one that it opens.

-- In the order of a batch: locked in another order, this and a batch could wait for each other.
LOCK TABLE "users", "calls", "call_events" IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "call_events" DROP CONSTRAINT "call_events_user_id_fkey";
ALTER TABLE "call_events" DROP CONSTRAINT "call_events_call_id_fkey";

-- The events of a deleted call stay, without it. No user is ever deleted.
CREATE FUNCTION "forget_deleted_calls"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "call_events" SET "call_id" = NULL FROM "deleted" WHERE "call_events"."call_id" = "deleted"."id";
    RETURN NULL;
END
$$;
CREATE TRIGGER "calls_deleted" AFTER DELETE ON "calls" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "forget_deleted_calls"();
