-- A user who is deactivated leaves no live call behind, whoever deactivates them and by what statement.
ALTER TABLE "calls" DROP CONSTRAINT "calls_end_reason_check";
ALTER TABLE "calls" ADD CONSTRAINT "calls_end_reason_check"
    CHECK ("end_reason" IN ('ended', 'superseded', 'deactivated'));

-- Ends the live calls of users, and clears hold and pause as every other end does, with a new version and sequence. Locks
-- the reps in the order in which the events of calls lock them. The dialler has reported nothing: the end of a transcription
-- session is the time of the teardown, and what its companion still has to store may move it.
CREATE FUNCTION end_live_calls(leavers UUID[]) RETURNS void LANGUAGE sql AS $$
    WITH ending AS MATERIALIZED (
        SELECT user_id, call_id FROM rep_state
         WHERE user_id = ANY (leavers) AND call_id IS NOT NULL
         ORDER BY user_id
           FOR UPDATE
    ), calls_ended AS (
        UPDATE calls c SET ended_at = clock_timestamp(), end_reason = 'deactivated'
          FROM ending WHERE c.id = ending.call_id AND c.ended_at IS NULL
    ), sessions_ended AS (
        UPDATE transcription_sessions s SET ended_at = clock_timestamp()
          FROM ending WHERE s.call_id = ending.call_id AND s.end_reported_at IS NULL
    )
    UPDATE rep_state r
       SET version = r.version + 1, call_id = NULL, call_reference = NULL, phone_number = NULL, customer_id = NULL,
           customer = NULL, call_started_at = NULL, on_hold = false, recording_paused = false,
           recording_sequence = greatest(r.recording_sequence + 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint),
           changed_at = clock_timestamp()
      FROM ending WHERE r.user_id = ending.user_id;
$$;

-- At the return too: an event that was under way when they were deactivated may have opened a call after that.
CREATE FUNCTION end_calls_of_leavers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM end_live_calls(ARRAY(
        SELECT now.id FROM users_after now JOIN users_before before USING (id)
         WHERE now.status <> before.status AND 'deactivated' IN (now.status, before.status)
    ));
    RETURN NULL;
END
$$;

CREATE TRIGGER users_leavers_have_no_calls AFTER UPDATE ON users
    REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after
    FOR EACH STATEMENT EXECUTE FUNCTION end_calls_of_leavers();

SELECT end_live_calls(ARRAY(SELECT id FROM users WHERE status = 'deactivated'));
