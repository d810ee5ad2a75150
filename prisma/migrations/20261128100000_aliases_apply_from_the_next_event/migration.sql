-- A new alias no longer opens the live call of its name. A call whose alias was removed is ended by the check of the service.
DROP TRIGGER "agent_aliases_removed_have_no_calls" ON "agent_aliases";
DROP FUNCTION end_calls_of_aliases();
ALTER TABLE "call_events" DROP COLUMN "adopted_from";
