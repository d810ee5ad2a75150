-- The whole schema, by subject. Comments say why; what a column means is in schema.prisma.
--
-- What holds for all tables:
-- - Instants have milliseconds, because answers and cursors carry them so.
-- - A text of any length is indexed by its hash, or by a digest in a column of its own: an index entry cannot hold it.

-- Installation ---------------------------------------------------------------------------------------------------------------------

-- Names in Redis and model artifacts are bound to the id, not to a secret that gets rotated.
CREATE TABLE deployments (
    id         uuid           NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
-- At most one row.
CREATE UNIQUE INDEX deployments_single_row_key ON deployments ((true));

INSERT INTO deployments DEFAULT VALUES;

-- Brands, users, sign-in -----------------------------------------------------------------------------------------------------------

CREATE TABLE brands (
    id               uuid             NOT NULL PRIMARY KEY,
    slug             text             NOT NULL,
    name             text             NOT NULL,
    country          char(2)          NOT NULL,
    time_zone        text             NOT NULL DEFAULT 'UTC',
    currency         text             NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
    retention_days   integer          CHECK (retention_days > 0),
    shown_metadata   text[]           NOT NULL DEFAULT '{}',
    context_fields   text[]           NOT NULL DEFAULT '{}' CHECK (cardinality(context_fields) <= 8),
    frame_origins    text[]           NOT NULL DEFAULT '{}',
    exploration_rate double precision NOT NULL DEFAULT 0 CHECK (exploration_rate >= 0 AND exploration_rate <= 0.2),
    recording_by     text             NOT NULL DEFAULT 'companion' CHECK (recording_by IN ('companion', 'dialler', 'nobody')),
    words            jsonb            NOT NULL DEFAULT '{}',
    just_bought_days integer          NOT NULL DEFAULT 3 CHECK (just_bought_days BETWEEN 0 AND 365),
    rest_days        integer          NOT NULL DEFAULT 30 CHECK (rest_days BETWEEN 0 AND 365),
    silent_minutes   integer          NOT NULL DEFAULT 60 CHECK (silent_minutes BETWEEN 1 AND 1440),
    -- For the keyed hashes of objections, 32 bytes: without it nobody can try out numbers.
    objection_key    text             NOT NULL
        DEFAULT encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
    created_at       timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX brands_slug_key ON brands (slug);

CREATE TABLE brand_hosts (
    host     text NOT NULL PRIMARY KEY,
    brand_id uuid NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX brand_hosts_brand_id_idx ON brand_hosts (brand_id);

CREATE TABLE users (
    id            uuid           NOT NULL PRIMARY KEY,
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    email         text           NOT NULL,
    name          text           NOT NULL,
    role          text           NOT NULL DEFAULT 'rep' CHECK (role IN ('rep', 'lead', 'auditor', 'owner')),
    team          text           CHECK (team <> ''),
    status        text           NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'deactivated')),
    created_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_login_at timestamptz(3),
    sign_in_issuer    text,
    sign_in_subject   text,
    bound_by_operator boolean NOT NULL DEFAULT false,
    CHECK ((sign_in_issuer IS NULL) = (sign_in_subject IS NULL) AND (sign_in_issuer IS NOT NULL OR NOT bound_by_operator))
);
CREATE UNIQUE INDEX users_brand_id_email_key ON users (brand_id, email);
-- Partial: a plan that was made on an empty table must not look addresses up with it.
CREATE UNIQUE INDEX users_brand_id_sign_in_issuer_sign_in_subject_key ON users (brand_id, sign_in_issuer, sign_in_subject)
    WHERE sign_in_issuer IS NOT NULL;

CREATE TABLE agent_aliases (
    brand_id   uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    alias      text           NOT NULL,
    user_id    uuid           NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY (brand_id, alias)
);
CREATE INDEX agent_aliases_user_id_idx ON agent_aliases (user_id);

CREATE TABLE sign_in_providers (
    brand_id             uuid           NOT NULL PRIMARY KEY REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    issuer               text           NOT NULL,
    client_id            text           NOT NULL,
    client_secret_sealed text           NOT NULL,
    trust_email          boolean        NOT NULL DEFAULT false,
    updated_at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- The cookie holds a random token; only its SHA-256 is stored.
CREATE TABLE sessions (
    id           uuid           NOT NULL PRIMARY KEY,
    token_sha256 bytea          NOT NULL CHECK (octet_length(token_sha256) = 32),
    brand_id     uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    user_id      uuid           NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    renewed_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    expires_at   timestamptz(3) NOT NULL,
    ended_at     timestamptz(3)
);
CREATE UNIQUE INDEX sessions_token_sha256_key ON sessions (token_sha256);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

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

-- Keys -----------------------------------------------------------------------------------------------------------------------------

-- Only the digest of a key is stored, and its end, so that a person can tell keys apart.
CREATE TABLE api_keys (
    id                 uuid           NOT NULL PRIMARY KEY,
    brand_id           uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    feature            text           NOT NULL CHECK (feature IN ('call-events', 'recommender', 'embed')),
    label              text,
    key_sha256         bytea          NOT NULL CHECK (octet_length(key_sha256) = 32),
    last_four          text           NOT NULL,
    allowed_addresses  text[]         NOT NULL DEFAULT '{}',
    created_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    created_by_user_id uuid           REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
    expires_at         timestamptz(3),
    revoked_at         timestamptz(3),
    last_used_at       timestamptz(3)
);
CREATE UNIQUE INDEX api_keys_key_sha256_key ON api_keys (key_sha256);
CREATE INDEX api_keys_brand_id_idx ON api_keys (brand_id);

-- Counts of what anybody can send, and may be deleted at any time.
CREATE TABLE refused_keys (
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    feature       text           NOT NULL,
    address       text           NOT NULL,
    shown_key     text           NOT NULL,
    reason        text           NOT NULL,
    api_key_id    uuid           REFERENCES api_keys ON DELETE SET NULL ON UPDATE CASCADE,
    requests      bigint         NOT NULL,
    first_seen_at timestamptz(3) NOT NULL,
    last_seen_at  timestamptz(3) NOT NULL,
    PRIMARY KEY (brand_id, feature, address, shown_key)
);

-- Audit log ------------------------------------------------------------------------------------------------------------------------

CREATE TABLE audit_log (
    id            bigserial      NOT NULL PRIMARY KEY,
    -- Setting the brand to null, or to another id, would change an entry.
    brand_id      uuid           REFERENCES brands ON DELETE RESTRICT ON UPDATE RESTRICT,
    at            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    actor         text           NOT NULL,
    actor_user_id uuid,
    origin        text,
    action        text           NOT NULL,
    subject       text           NOT NULL,
    detail        jsonb          NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_brand_id_id_idx ON audit_log (brand_id, id);
CREATE INDEX audit_log_brand_id_action_id_idx ON audit_log (brand_id, action, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Calls ----------------------------------------------------------------------------------------------------------------------------

-- A customer code without invisible characters, then without white space around it: as normaliseCode of packages/schemas has it.
CREATE FUNCTION customer_code(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN btrim(
        regexp_replace(code,
            '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
            '\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
            '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
        E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
        '\u2028\u2029\u202f\u205f\u3000');

CREATE TABLE calls (
    id                 uuid           NOT NULL PRIMARY KEY,
    reference          uuid           NOT NULL,
    brand_id           uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    user_id            uuid           NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
    agent_email        text           NOT NULL,
    phone_number       text           NOT NULL,
    customer_id        text,
    picked_customer_id text,
    picked_phone_number text,
    started_at         timestamptz(3) NOT NULL,
    ended_at           timestamptz(3),
    end_reason         text           CHECK (end_reason IN ('ended', 'superseded', 'deactivated')),

    CONSTRAINT calls_end_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
    -- A customer without a code is picked by their number.
    CONSTRAINT calls_picked_check
        CHECK (CASE WHEN picked_customer_id = '' THEN picked_phone_number IS NOT NULL ELSE picked_phone_number IS NULL END)
);
CREATE UNIQUE INDEX calls_reference_key ON calls (reference);
-- A rep can be on only one call.
CREATE UNIQUE INDEX calls_live_user_id_key ON calls (user_id) WHERE ended_at IS NULL;
-- Lists and exports; it also counts the calls of reps without reading them.
CREATE INDEX calls_started_idx ON calls (brand_id, started_at, id) INCLUDE (user_id);
-- Exports of the calls that have ended.
CREATE INDEX calls_ended_idx ON calls (brand_id, ended_at, id) WHERE ended_at IS NOT NULL;
-- Calls of a rep, of a number, of both, and of a customer.
CREATE INDEX calls_user_id_started_at_id_idx ON calls (user_id, started_at, id);
CREATE INDEX calls_brand_phone_number_idx ON calls (
    hashtextextended(phone_number, uuid_hash_extended(brand_id, 0)), started_at, id);
CREATE INDEX calls_user_phone_number_idx ON calls (
    hashtextextended(phone_number, uuid_hash_extended(user_id, 0)), started_at, id);
CREATE INDEX calls_customer_idx ON calls (
    hashtextextended(coalesce(picked_customer_id, customer_code(customer_id)), uuid_hash_extended(brand_id, 0)), started_at, id)
    WHERE picked_customer_id IS NOT NULL OR customer_id IS NOT NULL;
-- Calls of a customer without a code whom the rep picked.
CREATE INDEX calls_picked_phone_number_idx ON calls (brand_id, picked_phone_number, started_at, id)
    WHERE picked_phone_number IS NOT NULL;

-- No foreign keys: each check would lock the row of the brand, the key, the rep or the call with every event. The intake holds the lock
-- of the rep's state, which has a foreign key to the rep, and names no call but the one in that state or one that it opens.
CREATE TABLE call_events (
    id              bigserial      NOT NULL PRIMARY KEY,
    brand_id        uuid           NOT NULL,
    event           text           NOT NULL CHECK (event IN ('call-started', 'call-ended', 'hold-started', 'hold-ended',
                                                             'recording-paused', 'recording-resumed')),
    event_id        text,
    event_id_sha256 bytea,
    agent_email     text           NOT NULL,
    user_id         uuid,
    call_id         uuid,
    phone_number    text,
    customer_id     text,
    metadata        json           NOT NULL DEFAULT '{}',
    metadata_text   text,
    occurred_at     timestamptz(3) NOT NULL,
    occurred_at_sent boolean       NOT NULL DEFAULT false,
    received_at     timestamptz(3) NOT NULL,
    agent_resolved  boolean        NOT NULL,
    call_active     boolean        NOT NULL,
    is_test         boolean        NOT NULL DEFAULT false,
    api_key_id      uuid,
    request_id      text,
    resent_from     bigint,
    -- 1, 2, 3, … over the events of the rep; null without a rep.
    position        bigint,
    -- The call that a start ended, and the recording sequence that the event made: the log can say both again.
    superseded_call_id uuid,
    recording_sequence bigint,
    -- Who recorded when the event made a recording state; null: companions, or it made none.
    recording_by       text           CHECK (recording_by IN ('dialler', 'nobody')),
    -- A start of a call that came back with its pause.
    opened_paused      boolean        NOT NULL DEFAULT false,
    -- What was odd about the request, separated by spaces.
    remarks            text,
    -- Covers the digest of the event at the position before. The personal part is covered by its HMAC; its key goes with it.
    digest             bytea,
    personal_hmac      bytea,
    personal_key       bytea,

    CONSTRAINT call_events_event_id_check CHECK ((event_id IS NULL) = (event_id_sha256 IS NULL))
);
CREATE UNIQUE INDEX call_events_event_id_sha256_brand_id_key ON call_events (event_id_sha256, brand_id);
CREATE INDEX call_events_call_id_idx ON call_events (call_id);
CREATE UNIQUE INDEX call_events_user_id_position_key ON call_events (user_id, position) WHERE position IS NOT NULL;
-- The log consists of streams: the events of one kind that were resolved, or not, of a brand or of one address in it. A page merges
-- the streams that its filters let pass, twelve at most, and so walks along an index in its order whatever the filters are.
CREATE INDEX call_events_stream_idx ON call_events (
    hashtextextended(event, uuid_hash_extended(brand_id, agent_resolved::int::bigint)), received_at, id);
CREATE INDEX call_events_agent_stream_idx ON call_events (
    hashtextextended(agent_email, hashtextextended(event, uuid_hash_extended(brand_id, agent_resolved::int::bigint))),
    received_at, id);
-- Events that may have a number of their own: an end may repeat the number, and need not repeat that of its call. Every other event of a
-- call has the call's number, is found by its call, and is stored faster without an entry.
CREATE INDEX call_events_own_number_idx ON call_events (
    hashtextextended(phone_number, uuid_hash_extended(brand_id, 0)), received_at, id)
    WHERE phone_number IS NOT NULL AND (event IN ('call-started', 'call-ended') OR call_id IS NULL);
-- By the id itself: the service's ids sort by time, so new entries are adjacent, which a hash of them is not.
CREATE INDEX call_events_request_idx ON call_events (brand_id, request_id COLLATE "C", received_at, id)
    WHERE request_id IS NOT NULL;
-- The starts of test calls, which the results leave out: no entry for the events of diallers.
CREATE INDEX call_events_test_calls_idx ON call_events (brand_id, received_at) INCLUDE (id, call_id)
    WHERE is_test AND event = 'call-started' AND call_id IS NOT NULL;

-- Where the events of a deleted call are in the chain of its rep, so that its evidence can be verified. Nothing of it is about the customer.
CREATE TABLE deleted_calls (
    id             uuid           NOT NULL PRIMARY KEY,
    reference      uuid           NOT NULL,
    brand_id       uuid           NOT NULL,
    user_id        uuid           NOT NULL,
    ended_at       timestamptz(3),
    first_position bigint         NOT NULL,
    last_position  bigint         NOT NULL
);
CREATE UNIQUE INDEX deleted_calls_reference_key ON deleted_calls (reference);

-- The events of a deleted call stay, without it. No user is ever deleted.
CREATE FUNCTION forget_deleted_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_calls (id, reference, brand_id, user_id, ended_at, first_position, last_position)
    SELECT deleted.id, reference, deleted.brand_id, deleted.user_id, ended_at, min(position), max(position)
      FROM deleted JOIN call_events ON call_events.call_id = deleted.id AND position IS NOT NULL
     GROUP BY 1, 2, 3, 4, 5;
    UPDATE call_events SET call_id = NULL FROM deleted WHERE call_events.call_id = deleted.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER calls_deleted AFTER DELETE ON calls REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_calls();

CREATE TABLE rep_state (
    user_id             uuid           NOT NULL PRIMARY KEY REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
    brand_id            uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    version             bigint         NOT NULL DEFAULT 0,
    -- Of the last event of the rep on file.
    position            bigint         NOT NULL DEFAULT 0,
    call_id             uuid,
    call_reference      uuid,
    phone_number        text,
    customer_id         text,
    customer            json,
    call_started_at     timestamptz(3),
    on_hold             boolean        NOT NULL DEFAULT false,
    recording_paused    boolean        NOT NULL DEFAULT false,
    recording_sequence  bigint         NOT NULL DEFAULT 0,
    -- Of the last event of the rep on file.
    digest              bytea,
    confirmed_sequence  bigint,
    confirmed_paused    boolean,
    confirmed_at        timestamptz(3),
    changed_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    -- No pause and no hold without a call: neither can leak into the next one.
    CONSTRAINT rep_state_idle_check CHECK (call_id IS NOT NULL OR NOT (on_hold OR recording_paused))
);

CREATE TABLE chats (
    id         uuid           NOT NULL PRIMARY KEY,
    brand_id   uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    call_id    uuid           NOT NULL REFERENCES calls ON DELETE RESTRICT ON UPDATE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX chats_call_id_key ON chats (call_id);

CREATE TABLE retention_progress (
    brand_id uuid   NOT NULL PRIMARY KEY REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    event_id bigint NOT NULL
);

-- Refused requests are no events, and may be deleted at any time.
CREATE TABLE refused_requests (
    id            bigserial      NOT NULL PRIMARY KEY,
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    received_at   timestamptz(3) NOT NULL,
    status        integer        NOT NULL,
    reason        text           NOT NULL,
    request_id    text           NOT NULL,
    event         text,
    agent_email   text,
    api_key_id    uuid,
    authenticated boolean        NOT NULL DEFAULT false,
    address       text,
    body          json
);
CREATE INDEX refused_requests_brand_id_request_id_idx ON refused_requests (brand_id, request_id);
CREATE INDEX refused_requests_brand_id_received_at_id_idx ON refused_requests (brand_id, received_at, id);
CREATE INDEX refused_requests_brand_id_agent_email_received_at_id_idx
    ON refused_requests (brand_id, agent_email, received_at, id);

-- Delivery -------------------------------------------------------------------------------------------------------------------------

-- Which companions are connected, and what each has acknowledged. When an instance is not seen any more, its companions are lost.
CREATE TABLE service_instances (
    id         uuid           NOT NULL PRIMARY KEY,
    started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    seen_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
)
-- Written once a second by each instance: room on the page keeps the updates off the index.
WITH (fillfactor = 20);

-- A row that has an instance counts as connected, or as lost so recently that its companion may be recording. The others are history: the
-- page of an event says by them who had acknowledged it.
CREATE TABLE companion_connections (
    id                    text           NOT NULL PRIMARY KEY,
    instance_id           uuid           REFERENCES service_instances ON DELETE SET NULL ON UPDATE CASCADE,
    user_id               uuid           NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
    connected_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- What it declared: from 2 on it stops recording without a sign of life.
    protocol              integer        NOT NULL DEFAULT 1,
    -- The recording sequence of its rep when it connected, and when its end was written.
    since_sequence        bigint         NOT NULL,
    until_sequence        bigint,
    -- It may be recording for some time after any end but its own.
    ended_as              text           CHECK (ended_as IN ('left', 'lost', 'cut off')),
    ended_at              timestamptz(3),
    acknowledged_sequence bigint,
    acknowledged_at       timestamptz(3)
);
CREATE INDEX companion_connections_present_idx ON companion_connections (user_id) WHERE instance_id IS NOT NULL;
CREATE INDEX companion_connections_user_id_since_sequence_idx ON companion_connections (user_id, since_sequence);
CREATE INDEX companion_connections_instance_id_idx ON companion_connections (instance_id);

-- Only of recording states of a call that were in force when the acknowledgement was written.
CREATE TABLE recording_acknowledgements (
    connection_id   text           NOT NULL REFERENCES companion_connections ON DELETE CASCADE ON UPDATE CASCADE,
    sequence        bigint         NOT NULL,
    acknowledged_at timestamptz(3) NOT NULL,

    PRIMARY KEY (connection_id, sequence)
);

-- When a tab painted an event. A table of its own, so that receipts do not write to the event log. The rep and whether the event opened
-- a call are here, so that the results of months do not look events up.
CREATE TABLE event_receipts (
    call_event_id bigint         NOT NULL PRIMARY KEY,
    brand_id      uuid           NOT NULL,
    user_id       uuid,
    received_at   timestamptz(3) NOT NULL,
    painted_at    timestamptz(3) NOT NULL,
    painted_tabs  integer        NOT NULL DEFAULT 1,
    opened_call   boolean        NOT NULL DEFAULT false
);
-- It has all that the results need, and less than half of the rows.
CREATE INDEX event_receipts_opened_idx ON event_receipts (brand_id, received_at)
    INCLUDE (user_id, painted_at, call_event_id) WHERE opened_call;

-- The last event that came with the id of an event on file. A table of its own, as for receipts.
CREATE TABLE reused_event_ids (
    call_event_id bigint         NOT NULL,
    event         text           NOT NULL,
    brand_id      uuid           NOT NULL,
    differs       text           NOT NULL CHECK (differs IN ('event', 'agent', 'time')),
    api_key_id    uuid,
    received_at   timestamptz(3) NOT NULL,

    PRIMARY KEY (call_event_id, event)
);
-- For retention.
CREATE INDEX reused_event_ids_brand_id_received_at_idx ON reused_event_ids (brand_id, received_at);

-- What companions acknowledged of a call, and what its recorder reported: a chain for each call. It holds no personal data and outlives its
-- call, so no foreign key.
CREATE TABLE call_evidence (
    id        bigserial      NOT NULL PRIMARY KEY,
    brand_id  uuid           NOT NULL,
    call_id   uuid           NOT NULL,
    number    integer        NOT NULL,
    kind      text           NOT NULL CHECK (kind IN ('acknowledged', 'recording.saved', 'recording.failed')),
    at        timestamptz(3) NOT NULL,
    sequence  bigint,
    companion text           NOT NULL,
    digest    bytea          NOT NULL
);
CREATE UNIQUE INDEX call_evidence_call_id_number_key ON call_evidence (call_id, number);
-- For the daily head.
CREATE INDEX call_evidence_brand_id_id_idx ON call_evidence (brand_id, id);

-- `@callside/auth` verifies these digests: both texts must be the same.
CREATE FUNCTION chain_call_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last call_evidence;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('callside evidence ' || NEW.call_id, 0));
    SELECT * INTO last FROM call_evidence WHERE call_id = NEW.call_id ORDER BY number DESC LIMIT 1;
    NEW.number := coalesce(last.number, 0) + 1;
    NEW.digest := sha256(convert_to(concat_ws(' ', coalesce(encode(last.digest, 'hex'), repeat('0', 64)), NEW.number,
        to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), NEW.kind, coalesce(NEW.sequence::text, '-'),
        NEW.companion), 'UTF8'));
    RETURN NEW;
END
$$;
CREATE TRIGGER call_evidence_is_a_chain BEFORE INSERT ON call_evidence
    FOR EACH ROW EXECUTE FUNCTION chain_call_evidence();

-- Transcription --------------------------------------------------------------------------------------------------------------------

CREATE TABLE transcription_sessions (
    id              uuid           NOT NULL PRIMARY KEY,
    brand_id        uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    user_id         uuid           NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
    call_id         uuid           REFERENCES calls ON DELETE SET NULL ON UPDATE CASCADE,
    opened_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ended_at        timestamptz(3),
    end_reported_at timestamptz(3),
    finalized_at    timestamptz(3),
    lease_until     timestamptz(3),
    lease_token     uuid,
    -- A lease that is put back into a Redis that forgot it is an orphan again.
    lease_orphaned  boolean        NOT NULL DEFAULT false
);
-- A call shows the session that was opened last.
CREATE INDEX transcription_sessions_call_id_opened_at_idx ON transcription_sessions (call_id, opened_at);
-- Whether an export will have to ask the lease store.
CREATE INDEX transcription_sessions_open_idx ON transcription_sessions (brand_id, call_id) WHERE finalized_at IS NULL;
-- What the sweep has to look at: nearly always a handful, and never a session without a lease.
CREATE INDEX transcription_sessions_unfinalized_idx ON transcription_sessions (lease_until)
    WHERE finalized_at IS NULL AND lease_until IS NOT NULL;

CREATE TABLE transcription_chunks (
    session_id  uuid           NOT NULL REFERENCES transcription_sessions ON DELETE RESTRICT ON UPDATE CASCADE,
    sequence    bigint         NOT NULL,
    speaker     text           NOT NULL,
    text        text           NOT NULL,
    started_at  timestamptz(3) NOT NULL,
    ended_at    timestamptz(3) NOT NULL,
    received_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    -- Card numbers that were masked in the text.
    masked      integer        NOT NULL DEFAULT 0,

    PRIMARY KEY (session_id, sequence)
);

-- Endpoints --------------------------------------------------------------------------------------------------------------------------

-- Receivers of a brand's events.
CREATE TABLE endpoints (
    id            uuid           NOT NULL PRIMARY KEY,
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    url           text           NOT NULL,
    secret_sealed text           NOT NULL,
    events        text[]         NOT NULL,
    created_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    failing_since timestamptz(3),
    off_at        timestamptz(3)
);
CREATE INDEX endpoints_brand_id_idx ON endpoints (brand_id);

-- How far the log of a rep has been told to an endpoint. No foreign key to the rep: its check would lock the row that the intake locks.
CREATE TABLE endpoint_cursors (
    endpoint_id uuid   NOT NULL REFERENCES endpoints ON DELETE CASCADE ON UPDATE CASCADE,
    user_id     uuid   NOT NULL,
    position    bigint NOT NULL,

    PRIMARY KEY (endpoint_id, user_id)
);

-- What goes to an endpoint, and the log of it. It holds no content: bodies are built when they are sent. It goes with its call.
CREATE TABLE endpoint_deliveries (
    id           text           NOT NULL PRIMARY KEY,
    endpoint_id  uuid           NOT NULL REFERENCES endpoints ON DELETE CASCADE ON UPDATE CASCADE,
    event        text           NOT NULL,
    call_id      uuid           REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    user_id      uuid,
    -- Of the rep's log when it was noted. It goes after what the log has up to there.
    position     bigint,
    subject      text,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    state        text           NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
    -- It is the next one of the log of its rep: what comes later waits for it.
    holds        boolean        NOT NULL DEFAULT false,
    due_at       timestamptz(3),
    attempts     integer        NOT NULL DEFAULT 0,
    retry_since  timestamptz(3),
    attempted_at timestamptz(3),
    status       integer,
    problem      text,

    CONSTRAINT endpoint_deliveries_due_check CHECK ((state = 'waiting') = (due_at IS NOT NULL) AND (state = 'waiting' OR NOT holds))
);
CREATE INDEX endpoint_deliveries_due_idx ON endpoint_deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX endpoint_deliveries_holding_idx ON endpoint_deliveries (endpoint_id, user_id, position) WHERE holds;
CREATE INDEX endpoint_deliveries_endpoint_id_created_at_id_idx ON endpoint_deliveries (endpoint_id, created_at, id);
CREATE INDEX endpoint_deliveries_call_id_idx ON endpoint_deliveries (call_id);
-- Notes that change before they are sent are sent once.
CREATE UNIQUE INDEX endpoint_deliveries_unsent_notes_key ON endpoint_deliveries (endpoint_id, call_id)
    WHERE event = 'call.completed' AND attempts = 0;

-- The webhook-id: the same for the same thing, so that noting it twice sends it once.
CREATE FUNCTION endpoint_delivery_id(endpoint uuid, event text, key text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN 'msg_' || left(encode(sha256(convert_to(endpoint::text || ' ' || event || ' ' || key, 'UTF8')), 'hex'), 32);

-- Calls end with their user or alias -----------------------------------------------------------------------------------------------

-- Ends the live calls of users, and clears hold and pause as every other end does, with a new version and sequence. Locks the reps in
-- the order in which the events of calls lock them. The dialler has reported nothing: the end of a transcription session is the time of
-- the teardown, and what its companion still has to store may move it.
CREATE FUNCTION end_live_calls(leavers uuid[]) RETURNS void LANGUAGE sql AS $$
    WITH ending AS MATERIALIZED (
        SELECT user_id, call_id, brand_id, position FROM rep_state
         WHERE user_id = ANY (leavers) AND call_id IS NOT NULL
         ORDER BY user_id
           FOR UPDATE
    ), told AS (
        -- The log of the rep has no event for this end. The id is that of every other end of a call.
        INSERT INTO endpoint_deliveries (id, endpoint_id, event, call_id, user_id, position, due_at)
        SELECT endpoint_delivery_id(e.id, 'call.ended', ending.call_id::text), e.id, 'call.ended', ending.call_id, ending.user_id,
               ending.position, clock_timestamp()
          FROM ending JOIN endpoints e ON e.brand_id = ending.brand_id AND 'call.ended' = ANY (e.events)
        ON CONFLICT (id) DO NOTHING
    ), calls_ended AS (
        UPDATE calls c SET ended_at = clock_timestamp(), end_reason = 'deactivated'
          FROM ending WHERE c.id = ending.call_id AND c.ended_at IS NULL
    ), sessions_ended AS (
        UPDATE transcription_sessions s SET ended_at = clock_timestamp()
          FROM ending WHERE s.call_id = ending.call_id AND s.end_reported_at IS NULL AND s.finalized_at IS NULL
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
DECLARE
    leavers uuid[] := ARRAY(
        SELECT now.id FROM users_after now JOIN users_before before USING (id)
         WHERE now.status <> before.status AND 'deactivated' IN (now.status, before.status)
    );
BEGIN
    -- Any other change of a user must not lock the table of calls: exports end before transactions that have written to it.
    IF leavers <> '{}' THEN
        PERFORM end_live_calls(leavers);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER users_leavers_have_no_calls AFTER UPDATE ON users
    REFERENCING OLD TABLE AS users_before NEW TABLE AS users_after
    FOR EACH STATEMENT EXECUTE FUNCTION end_calls_of_leavers();

-- Platforms ------------------------------------------------------------------------------------------------------------------------

-- The calls of platforms that a rep is on, or has left: platforms report calls that overlap, late and more than once.
CREATE TABLE platform_calls (
    user_id          uuid           NOT NULL REFERENCES rep_state ON DELETE RESTRICT ON UPDATE CASCADE,
    platform_call    text           NOT NULL,
    call_id          uuid,
    started_at       timestamptz(3),
    started_order    bigint,
    left_as          text           CHECK (left_as IN ('ended', 'finished', 'superseded')),
    left_at          timestamptz(3),
    left_order       bigint,
    recording_paused boolean        NOT NULL,
    recording_at     timestamptz(3),
    recording_order  bigint,
    paused_live_at   bigint,
    noted_at         timestamptz(3) NOT NULL,

    PRIMARY KEY (user_id, platform_call),
    -- Either the rep is on it, or has left it.
    CONSTRAINT platform_calls_left_check CHECK (call_id IS NOT NULL OR left_as IS NOT NULL)
);

CREATE TABLE integrations (
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    platform      text           NOT NULL,
    secret_sealed text,
    updated_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_accepted jsonb,
    last_refused  jsonb,

    PRIMARY KEY (brand_id, platform)
);

-- Desk -----------------------------------------------------------------------------------------------------------------------------

CREATE TABLE call_notes (
    call_id     uuid           NOT NULL PRIMARY KEY REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    brand_id    uuid           NOT NULL,
    user_id     uuid           NOT NULL,
    note        text           NOT NULL,
    disposition text           CHECK (disposition IN ('sale', 'follow_up', 'no_sale', 'wrong_number', 'other')),
    version     integer        NOT NULL,
    updated_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The desk chose it when a sale was recorded, and the rep has not chosen since.
    disposition_from_sale boolean NOT NULL DEFAULT false
);

-- What a rep promised on a call.
CREATE TABLE follow_ups (
    call_id    uuid           NOT NULL PRIMARY KEY REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    brand_id   uuid           NOT NULL,
    user_id    uuid           NOT NULL,
    text       text           NOT NULL,
    due_at     timestamptz(3) NOT NULL,
    done_at    timestamptz(3),
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Those of a rep that are not done, by due time.
CREATE INDEX follow_ups_open_idx ON follow_ups (user_id, due_at) WHERE done_at IS NULL;

-- Offers on calls ------------------------------------------------------------------------------------------------------------------

CREATE TABLE recommender_connections (
    brand_id   uuid           NOT NULL PRIMARY KEY REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    url        text           NOT NULL,
    key_sealed text           NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- One row for each time the offers of a call were asked for.
CREATE TABLE call_offers (
    id                uuid           NOT NULL PRIMARY KEY,
    brand_id          uuid           NOT NULL,
    call_id           uuid           NOT NULL REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    user_id           uuid           NOT NULL,
    sequence          bigint         NOT NULL,
    status            text           NOT NULL CHECK (status IN ('ready', 'unavailable')),
    recommendation_id uuid,
    anchors           text[]         NOT NULL DEFAULT '{}',
    items             json           NOT NULL DEFAULT '[]',
    titles            json           NOT NULL DEFAULT '{}',
    next_question     json,
    known_sizes       json           NOT NULL DEFAULT '{}',
    stock_age_seconds integer,
    withheld          text,
    item_count        integer        NOT NULL DEFAULT 0,
    asked_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX call_offers_call_id_sequence_key ON call_offers (call_id, sequence);
CREATE INDEX call_offers_recommendation_id_idx ON call_offers (recommendation_id);
-- The results add up the offers of months: without the items, which take several kilobytes a row.
CREATE INDEX call_offers_results_idx ON call_offers (brand_id, asked_at)
    INCLUDE (recommendation_id, call_id, user_id, sequence, item_count)
    WHERE recommendation_id IS NOT NULL AND status = 'ready';

-- What a caller said of their sizes. A customer's sizes are those of their calls: erasure and retention delete them with the call.
CREATE TABLE call_sizes (
    call_id      uuid           NOT NULL REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    article_type text           NOT NULL CHECK (length(article_type) BETWEEN 1 AND 200),
    -- Null: an earlier answer was taken back.
    size         text           CHECK (length(size) BETWEEN 1 AND 32),
    said_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY (call_id, article_type)
);

-- Every change of a call's offers or outcomes raises the sequence and locks the row until it is committed. So a greater sequence always
-- includes what a smaller one has.
CREATE TABLE call_offer_states (
    call_id  uuid   NOT NULL PRIMARY KEY REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    sequence bigint NOT NULL
);

CREATE TABLE offer_outcomes (
    id                uuid           NOT NULL PRIMARY KEY,
    brand_id          uuid           NOT NULL,
    call_id           uuid           NOT NULL REFERENCES calls ON DELETE CASCADE ON UPDATE CASCADE,
    user_id           uuid           NOT NULL,
    recommendation_id uuid           NOT NULL,
    sku               text           NOT NULL,
    outcome           text           NOT NULL CHECK (outcome IN ('sold', 'declined')),
    reason            text,
    qty               numeric,
    unit_price        numeric,
    -- Of the customer of the call, as the recommender was asked about them.
    phone_number      text,
    customer_id       text,
    outcome_id        text           NOT NULL,
    created_at        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- A sale that the recommender does not have yet is due.
    reported_at       timestamptz(3),
    report_attempts   integer        NOT NULL DEFAULT 0,
    report_due_at     timestamptz(3),
    -- Of the sale at the recommender.
    purchase_id       uuid,
    -- The outcome_id that this one replaced.
    replaces          text,
    -- A void is due after its sale was reported.
    voided_at         timestamptz(3),
    voided_by         uuid,
    void_reported_at  timestamptz(3)
);
CREATE UNIQUE INDEX offer_outcomes_call_id_outcome_id_key ON offer_outcomes (call_id, outcome_id);
CREATE INDEX offer_outcomes_brand_id_created_at_idx ON offer_outcomes (brand_id, created_at);
CREATE INDEX offer_outcomes_report_due_idx ON offer_outcomes (report_due_at) WHERE report_due_at IS NOT NULL;
-- What a customer declined: the recommender looks it up with each history.
CREATE INDEX offer_outcomes_declined_number_idx ON offer_outcomes (brand_id, phone_number, created_at)
    WHERE outcome = 'declined' AND voided_at IS NULL;
CREATE INDEX offer_outcomes_declined_code_idx ON offer_outcomes (brand_id, customer_id, created_at)
    WHERE outcome = 'declined' AND voided_at IS NULL;

-- Customers, catalogue, stock, orders ----------------------------------------------------------------------------------------------

CREATE TABLE customers (
    id           uuid           NOT NULL PRIMARY KEY,
    brand_id     uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    customer_id  text,
    phone_number text           CHECK (phone_number ~ '^\+[1-9][0-9]{1,14}$'),
    name         text,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    -- Nothing could ever find a customer with neither.
    CONSTRAINT customers_identity_check CHECK (customer_id IS NOT NULL OR phone_number IS NOT NULL)
);
CREATE INDEX customers_brand_id_phone_number_idx ON customers (brand_id, phone_number);
CREATE UNIQUE INDEX customers_customer_id_key ON customers (brand_id, customer_id) WHERE customer_id IS NOT NULL;
-- A number may be shared by customers that have ids of their own, but by one at most that has none.
CREATE UNIQUE INDEX customers_anonymous_phone_number_key ON customers (brand_id, phone_number) WHERE customer_id IS NULL;

-- The words of a name, without case and accents: as far as PostgreSQL does it without an extension. In the locale C, typographic
-- apostrophes and spaces are letters.
CREATE FUNCTION words_of_name(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_tsvector('simple', regexp_replace(
        regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), '[\u00a0-\u00bf\u2000-\u206f]', ' ', 'g'));
-- How a rep finds a customer: by the beginning of a code, the last digits of a number, the beginnings of words of the name.
CREATE INDEX customers_code_beginning_idx ON customers (brand_id, lower(customer_id) text_pattern_ops);
CREATE INDEX customers_last_digits_idx ON customers (brand_id, reverse(phone_number) text_pattern_ops);
CREATE INDEX customers_words_of_name_idx ON customers USING gin (words_of_name(name));

-- Who wants no offers: a customer by code, or a number, which need not belong to a customer. An erasure leaves the hash alone.
CREATE TABLE objections (
    id           bigserial      NOT NULL PRIMARY KEY,
    brand_id     uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    subject_hmac text           NOT NULL,
    customer_id  text,
    phone_number text,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX objections_brand_id_subject_hmac_key ON objections (brand_id, subject_hmac);

-- A price is at most 12 digits before the point: NaN and Infinity sort above every number and fail the same check.
CREATE TABLE catalog_items (
    brand_id     uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    sku          text           NOT NULL CHECK (char_length(sku) BETWEEN 1 AND 120 AND sku !~ '^\s|\s$|[[:cntrl:]]'),
    title        text           NOT NULL,
    web_price    numeric        NOT NULL CHECK (web_price >= 0 AND web_price < 1000000000000),
    article_type text           NOT NULL,
    size         numeric        CHECK (size > 0 AND size < 1000000000000),
    size_text    text,
    attributes   jsonb          NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object'),
    -- Kept apart from the attributes: ranking must not read it, and no answer may show it.
    unit_cost    numeric,
    created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    retired_at   timestamptz(3),

    PRIMARY KEY (brand_id, sku),
    CONSTRAINT catalog_items_size_text_check
        CHECK (size_text IS NULL OR (size IS NULL AND length(size_text) BETWEEN 1 AND 32))
);

CREATE TABLE stock_levels (
    brand_id   uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    sku        text           NOT NULL,
    on_hand    integer        NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY (brand_id, sku)
);

-- The customer has no foreign key: its check locked the row of the customer with each line, and took 44 % of the time of an INSERT.
-- Programs that add lines or delete customers hold the lock of the brand's customers (`lockCustomers`) until their commit, and lines name
-- only customers that were read or added under it.
CREATE TABLE order_lines (
    id               bigserial      NOT NULL PRIMARY KEY,
    brand_id         uuid           NOT NULL,
    customer_id      uuid           NOT NULL,
    sku              text           NOT NULL,
    product_title    text,
    order_date       date           NOT NULL CHECK (order_date BETWEEN '1900-01-01' AND '2999-12-31'),
    qty              numeric        NOT NULL DEFAULT 1 CHECK (qty > 0 AND qty < 1000000000000),
    unit_price       numeric        CHECK (unit_price >= 0 AND unit_price < 1000000000000),
    order_id         text,
    created_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- What was returned stays on file, but opens no size and leaves the statistics. A shop takes back what it returned when an order is
    -- opened again, and not what an import returned.
    returned_at      timestamptz(3),
    returned_by_shop boolean
);
-- What makes an import of the same file change nothing; a line without an order id has one for this purpose, too. It also is the way to a
-- customer's history, and holds all that the services read of a brand's lines, in their order.
CREATE UNIQUE INDEX order_lines_line_key ON order_lines (customer_id, order_date, sku, order_id)
    INCLUDE (brand_id) NULLS NOT DISTINCT;
-- Few lines are returned: they are read apart from the index that holds all lines of a brand.
CREATE INDEX order_lines_returned_idx ON order_lines (brand_id) WHERE returned_at IS NOT NULL;

-- It takes the lock of the imports (`lockCustomers`) before it looks, so that it sees what they add.
CREATE FUNCTION keep_customers_with_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('callside customers ' || brand_id, 0))
        FROM (SELECT DISTINCT brand_id FROM deleted ORDER BY brand_id) AS brands;
    IF EXISTS (SELECT FROM deleted JOIN order_lines ON order_lines.customer_id = deleted.id) THEN
        RAISE foreign_key_violation USING MESSAGE = 'a customer with order lines cannot be deleted', TABLE = 'order_lines';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER customers_deleted AFTER DELETE ON customers REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION keep_customers_with_lines();

CREATE TABLE data_versions (
    brand_id          uuid           NOT NULL PRIMARY KEY REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    catalogue         bigint         NOT NULL DEFAULT 0,
    stock             bigint         NOT NULL DEFAULT 0,
    orders            bigint         NOT NULL DEFAULT 0,
    stock_imported_at timestamptz(3)
);

-- An import that is killed before its end leaves order lines that the services would not load before the next day.
CREATE TABLE unannounced_orders (
    brand_id   uuid           NOT NULL PRIMARY KEY REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    written_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Recommendations and purchases ----------------------------------------------------------------------------------------------------

CREATE TABLE merchandising_rules (
    brand_id   uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    name       text           NOT NULL,
    definition jsonb          NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY (brand_id, name)
);

-- What the recommenders that run compute and serve, for `callside model` and for each other.
CREATE TABLE running_recommenders (
    id                  uuid           NOT NULL PRIMARY KEY,
    brand_id            uuid           NOT NULL,
    feature_schema_hash text           NOT NULL,
    sized_article_types text[]         NOT NULL,
    artifact_version    text           NOT NULL,
    problem             text,
    work                jsonb,
    seen_at             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- The brand has no foreign key: its check would lock the same row with every request.
-- A brand has one experiment at a time. The arm of a caller is computed from the id.
CREATE TABLE experiments (
    id         uuid           NOT NULL PRIMARY KEY,
    brand_id   uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    name       text           NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    arms       jsonb          NOT NULL,
    started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    stopped_at timestamptz(3)
);
CREATE UNIQUE INDEX experiments_brand_id_name_key ON experiments (brand_id, name);
CREATE UNIQUE INDEX experiments_running_key ON experiments (brand_id) WHERE stopped_at IS NULL;

CREATE TABLE recommendations (
    id                  uuid           NOT NULL PRIMARY KEY,
    brand_id            uuid           NOT NULL,
    phone               text           NOT NULL CHECK (phone ~ '^([0-9]{10}|\+[2-9][0-9]{1,14})$'),
    customer_id         text,
    source              text           NOT NULL,
    context             jsonb          NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(context) = 'object'),
    known_sizes         jsonb          NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(known_sizes) = 'object'),
    num_items           integer        NOT NULL CHECK (num_items BETWEEN 1 AND 10),
    check_stock         boolean        NOT NULL,
    anchors             text[]         NOT NULL,
    history             jsonb,
    history_size        integer        NOT NULL,
    customer_found      boolean,
    fallback            boolean        NOT NULL,
    feature_schema_hash text           NOT NULL,
    artifact_version    text           NOT NULL,
    catalog_version     text           NOT NULL,
    offered_skus        text[]         NOT NULL,
    offers              jsonb          NOT NULL,
    offer_features      bytea          NOT NULL,
    rules_applied       text[]         NOT NULL DEFAULT '{}',
    experiment_id       uuid,
    experiment_arm      text,
    -- A hash of the experiment and the caller.
    experiment_caller   text,
    -- Why no offers were made.
    offers_withheld     text CHECK (offers_withheld IN ('customer_objects', 'experiment_holdout')),
    created_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX recommendations_brand_id_phone_created_at_idx ON recommendations (brand_id, phone, created_at);
-- The results add up the offers of months. A row holds its history and features, several kilobytes: the index has all that the results
-- need, so that these rows are not read.
CREATE INDEX recommendations_brand_id_created_at_idx ON recommendations (brand_id, created_at)
    INCLUDE (id, artifact_version, offered_skus, rules_applied);
-- The erasure of a customer finds their recommendations by this code.
CREATE INDEX recommendations_experiment_idx ON recommendations (experiment_id) WHERE experiment_id IS NOT NULL;
CREATE INDEX recommendations_customer_idx ON recommendations (brand_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE purchases (
    id                 uuid           NOT NULL PRIMARY KEY,
    brand_id           uuid           NOT NULL,
    recommendation_id  uuid           NOT NULL REFERENCES recommendations ON DELETE RESTRICT ON UPDATE CASCADE,
    phone              text           NOT NULL,
    purchased_skus     text[]         NOT NULL,
    matched_skus       text[]         NOT NULL,
    converted          boolean        NOT NULL,
    matched_revenue    numeric,
    attributed_revenue numeric        NOT NULL,
    -- A line that is confirmed later replaces the list price that was assumed for its SKU.
    assumed_skus       text[]         NOT NULL DEFAULT '{}',
    created_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- A void purchase stays on file and counts nowhere.
    voided_at          timestamptz(3),
    voided_by          text,
    void_reason        text
);
CREATE INDEX purchases_recommendation_id_idx ON purchases (recommendation_id);
CREATE INDEX purchases_brand_id_created_at_idx ON purchases (brand_id, created_at);

CREATE TABLE purchase_lines (
    id                   bigserial      NOT NULL PRIMARY KEY,
    purchase_id          uuid           NOT NULL REFERENCES purchases ON DELETE RESTRICT ON UPDATE CASCADE,
    brand_id             uuid           NOT NULL,
    recommendation_id    uuid           NOT NULL,
    sku                  text           NOT NULL,
    qty                  numeric        NOT NULL CHECK (qty > 0),
    unit_price           numeric        CHECK (unit_price >= 0),
    discount_amt         numeric        CHECK (discount_amt >= 0),
    order_line_id        text,
    order_line_id_sha256 bytea,
    matched              boolean        NOT NULL,
    created_at           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    returned_at          timestamptz(3),

    CONSTRAINT purchase_lines_order_line_id_check CHECK ((order_line_id IS NULL) = (order_line_id_sha256 IS NULL))
);
CREATE UNIQUE INDEX purchase_lines_brand_id_order_line_id_sha256_key ON purchase_lines (brand_id, order_line_id_sha256);
CREATE INDEX purchase_lines_purchase_id_idx ON purchase_lines (purchase_id);
CREATE INDEX purchase_lines_recommendation_id_idx ON purchase_lines (recommendation_id);
-- Few lines are returned.
CREATE INDEX purchase_lines_returned_idx ON purchase_lines (brand_id, created_at) WHERE returned_at IS NOT NULL AND matched;

-- Feeds and shops ------------------------------------------------------------------------------------------------------------------

-- An address may hold a token, so it is encrypted with a key of the installation.
CREATE TABLE feeds (
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    kind          text           NOT NULL,
    url_sealed    text           NOT NULL,
    url_shown     text           NOT NULL,
    format        text,
    column_map    jsonb,
    delimiter     text,
    encoding      text,
    every_seconds integer        NOT NULL,
    allow_private boolean        NOT NULL DEFAULT false,
    etag          text,
    last_modified text,
    -- The export of products of a shop may have the stock as well: a poll after which it did not change confirms both.
    has_stock     boolean        NOT NULL DEFAULT false,
    next_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    checked_at    timestamptz(3),
    imported_at   timestamptz(3),
    last_error    text,

    PRIMARY KEY (brand_id, kind)
);

CREATE TABLE shops (
    brand_id      uuid           NOT NULL REFERENCES brands ON DELETE RESTRICT ON UPDATE CASCADE,
    shop          text           NOT NULL,
    secret_sealed text           NOT NULL,
    updated_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    delivered_at  timestamptz(3),

    PRIMARY KEY (brand_id, shop)
);

CREATE TABLE shop_deliveries (
    brand_id       uuid           NOT NULL,
    shop           text           NOT NULL,
    delivery_id    text           NOT NULL,
    received_at    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- WooCommerce gives one id to all deliveries of a webhook in one second: they are told apart by their topic and body.
    content_sha256 bytea,

    PRIMARY KEY (brand_id, shop, delivery_id)
);
CREATE INDEX shop_deliveries_received_idx ON shop_deliveries (brand_id, received_at);

CREATE TABLE shop_products (
    brand_id            uuid           NOT NULL,
    shop                text           NOT NULL,
    product_id          text           NOT NULL,
    changed_at          timestamptz(3) NOT NULL,
    -- A variation of WooCommerce has its own deliveries, which do not say how its product is named, where the shop keeps it, and that it is a
    -- draft.
    inherited           jsonb          NOT NULL DEFAULT '{}',
    hides_variations    boolean        NOT NULL DEFAULT false,
    -- A deletion without a time of the shop is not compared with the shop's clock. The clock of a shop may be ahead of ours.
    deleted_at          timestamptz(3),
    clock_ahead_seconds integer,

    PRIMARY KEY (brand_id, shop, product_id)
);

CREATE TABLE shop_variants (
    brand_id          uuid           NOT NULL,
    shop              text           NOT NULL,
    variant_id        text           NOT NULL,
    product_id        text           NOT NULL,
    sku               text           NOT NULL,
    inventory_item_id text,
    -- The stock that the last delivery of the product counted: a location that no longer reports must not add to a newer total.
    total             integer,
    total_at          timestamptz(3),
    -- What the variant puts into the catalogue: it is written again when another product with its SKU no longer sells it.
    offer             jsonb,

    PRIMARY KEY (brand_id, shop, variant_id)
);
CREATE INDEX shop_variants_product_idx ON shop_variants (brand_id, shop, product_id);
CREATE INDEX shop_variants_item_idx ON shop_variants (brand_id, shop, inventory_item_id);
-- A SKU is retired when no other variant has it.
CREATE INDEX shop_variants_sku_idx ON shop_variants (brand_id, shop, sku);

CREATE TABLE shop_levels (
    brand_id          uuid           NOT NULL,
    shop              text           NOT NULL,
    inventory_item_id text           NOT NULL,
    location_id       text           NOT NULL,
    available         integer        NOT NULL,
    changed_at        timestamptz(3) NOT NULL,
    in_total          integer,

    PRIMARY KEY (brand_id, shop, inventory_item_id, location_id)
);

-- The customer is erased with the number and the day of the order.
CREATE TABLE shop_orders (
    brand_id     uuid           NOT NULL,
    shop         text           NOT NULL,
    order_id     text           NOT NULL,
    changed_at   timestamptz(3) NOT NULL,
    customer_id  uuid           REFERENCES customers ON DELETE CASCADE ON UPDATE CASCADE,
    order_number text,
    order_date   date,

    PRIMARY KEY (brand_id, shop, order_id)
);
CREATE INDEX shop_orders_customer_idx ON shop_orders (customer_id);
CREATE INDEX shop_orders_changed_idx ON shop_orders (brand_id, changed_at);
