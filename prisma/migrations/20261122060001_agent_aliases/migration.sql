-- Other names of agents: an extension, an id of the platform.

CREATE TABLE "agent_aliases" (
    "brand_id" UUID NOT NULL,
    "alias" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_aliases_pkey" PRIMARY KEY ("brand_id", "alias")
);
CREATE INDEX "agent_aliases_user_id_idx" ON "agent_aliases"("user_id");

ALTER TABLE "agent_aliases" ADD CONSTRAINT "agent_aliases_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "agent_aliases" ADD CONSTRAINT "agent_aliases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
