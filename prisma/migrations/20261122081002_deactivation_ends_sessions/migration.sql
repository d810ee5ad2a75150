-- The sessions of a user end when they are deactivated, whoever deactivates them and by what statement. A user who comes back
-- signs in again.

CREATE FUNCTION end_sessions_of_leavers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE sessions SET ended_at = clock_timestamp()
     WHERE ended_at IS NULL AND user_id IN (
        SELECT now.id FROM users_after now JOIN users_before before USING (id)
         WHERE now.status = 'deactivated' AND before.status <> 'deactivated'
     );
    RETURN NULL;
END
$$;

CREATE TRIGGER users_leavers_have_no_sessions AFTER UPDATE ON users
    REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after
    FOR EACH STATEMENT EXECUTE FUNCTION end_sessions_of_leavers();
