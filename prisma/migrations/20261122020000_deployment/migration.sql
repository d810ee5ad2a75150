-- The identity of this deployment: names in Redis and model artifacts are bound to it, not to a secret that gets rotated.

CREATE TABLE "deployments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);
-- At most one row.
CREATE UNIQUE INDEX "deployments_single_row_key" ON "deployments"((true));

INSERT INTO "deployments" DEFAULT VALUES;
