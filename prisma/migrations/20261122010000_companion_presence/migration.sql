-- Which companions are connected, and what each has acknowledged. A row counts only while its instance is seen.
CREATE TABLE "service_instances" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_instances_pkey" PRIMARY KEY ("id")
)
-- Written once a second by each instance: room on the page keeps the updates off the index.
WITH (fillfactor = 20);

CREATE TABLE "companion_connections" (
    "id" TEXT NOT NULL,
    "instance_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "acknowledged_sequence" BIGINT,
    "acknowledged_at" TIMESTAMPTZ(3),

    CONSTRAINT "companion_connections_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "companion_connections" ADD CONSTRAINT "companion_connections_instance_id_fkey"
    FOREIGN KEY ("instance_id") REFERENCES "service_instances"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "companion_connections" ADD CONSTRAINT "companion_connections_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "companion_connections_user_id_idx" ON "companion_connections"("user_id");
CREATE INDEX "companion_connections_instance_id_idx" ON "companion_connections"("instance_id");
