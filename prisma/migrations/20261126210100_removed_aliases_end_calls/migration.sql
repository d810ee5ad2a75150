-- The end of a call comes under the name of its start. When an alias is removed, or given to another user, its end and its pauses no
-- longer find the user, so the call is ended here.
CREATE FUNCTION end_calls_of_aliases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM end_live_calls(ARRAY(
        SELECT r.user_id FROM aliases_before a JOIN rep_state r ON r.user_id = a.user_id
         WHERE EXISTS (SELECT FROM call_events e
                        WHERE e.call_id = r.call_id AND e.event = 'call-started' AND e.agent_email = a.alias)
    ));
    RETURN NULL;
END
$$;

CREATE TRIGGER agent_aliases_removed_have_no_calls AFTER DELETE ON agent_aliases
    REFERENCING OLD TABLE AS aliases_before
    FOR EACH STATEMENT EXECUTE FUNCTION end_calls_of_aliases();
