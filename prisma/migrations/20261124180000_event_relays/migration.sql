-- The relay of an event is recorded in rows of its own. A mark in the event's row would write a second version of that row, and
-- a second entry into its indexes: a quarter of what PostgreSQL did for an event.

-- Events that are not relayed yet. The rows live for a tenth of a second, unless an instance stops in between.
CREATE TABLE "unrelayed_events" (
    "call_event_id" BIGINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unrelayed_events_pkey" PRIMARY KEY ("call_event_id")
);

CREATE TABLE "event_relays" (
    "call_event_id" BIGINT NOT NULL,
    "relayed_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_tabs" INTEGER,

    CONSTRAINT "event_relays_pkey" PRIMARY KEY ("call_event_id")
);
