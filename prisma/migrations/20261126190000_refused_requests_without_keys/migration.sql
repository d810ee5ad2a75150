-- Senders had put API keys and tokens into the address, the event id or the time of a request. They are no longer stored, and here they are
-- replaced where they were.
UPDATE "refused_requests"
SET "agent_email" = regexp_replace("agent_email", '[a-z0-9]+_live_[0-9a-f]+|eyj[\w-]+\.[\w-]+\.[\w-]*', '(key)', 'gi'),
    "body" = regexp_replace("body"::text, '[a-z0-9]+_live_[0-9a-f]+|eyj[\w-]+\.[\w-]+\.[\w-]*', '(key)', 'gi')::json
WHERE "agent_email" ~* '_live_[0-9a-f]|eyj[\w-]+\.[\w-]+\.' OR "body"::text ~* '_live_[0-9a-f]|eyj[\w-]+\.[\w-]+\.';
