-- A new alias no longer opens the live call of its name. A call whose alias was removed is ended by the check of the service.
DROP TRIGGER agent_aliases_removed_have_no_calls ON agent_aliases;
DROP FUNCTION end_calls_of_aliases();
ALTER TABLE call_events DROP COLUMN adopted_from;

-- The calls of platforms have a table of their own: the state of a rep is that of the specification.
ALTER TABLE rep_state
    DROP COLUMN platform_call,
    DROP COLUMN platform_call_of,
    DROP COLUMN platform_started_at,
    DROP COLUMN past_platform_calls,
    DROP COLUMN past_call_states,
    DROP COLUMN paused_by;

CREATE TABLE platform_calls (
    user_id          uuid           NOT NULL REFERENCES rep_state ON DELETE RESTRICT ON UPDATE CASCADE,
    platform_call    text           NOT NULL,
    call_id          uuid,
    started_at       timestamptz(3),
    left_as          text           CHECK (left_as IN ('ended', 'replaced')),
    left_at          timestamptz(3),
    recording_paused boolean        NOT NULL,
    paused_live_at   bigint,
    noted_at         timestamptz(3) NOT NULL,

    PRIMARY KEY (user_id, platform_call),
    -- Either the rep is on it, or has left it.
    CONSTRAINT platform_calls_left_check CHECK (call_id IS NOT NULL OR left_as IS NOT NULL)
);
