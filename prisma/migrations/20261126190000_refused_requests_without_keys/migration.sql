-- Senders had put API keys and tokens into the address, the event id or the time of a request. They are no longer stored, and here they are
-- replaced where they were. Values of the body are replaced decoded: in JSON text, an escape can stand right before a key.
UPDATE "refused_requests"
SET "agent_email" = regexp_replace("agent_email", '[a-z0-9]{1,32}_live_[0-9a-f]{16,}|eyj[\w-]{10,}\.[\w-]{10,}\.[\w-]*', '(key)', 'gi'),
    "body" = coalesce((
        SELECT json_object_agg("key", CASE json_typeof("value")
            WHEN 'string' THEN to_json(regexp_replace("value" #>> '{}', '[a-z0-9]{1,32}_live_[0-9a-f]{16,}|eyj[\w-]{10,}\.[\w-]{10,}\.[\w-]*', '(key)', 'gi'))
            ELSE "value" END)
        FROM json_each("body")
    ), "body")
WHERE "agent_email" ~* '_live_[0-9a-f]{16}|eyj[\w-]{10,}\.[\w-]{10,}\.' OR "body"::text ~* '_live_[0-9a-f]{16}|eyj[\w-]{10,}\.[\w-]{10,}\.';
