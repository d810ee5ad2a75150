-- Platforms that post their own payloads to a brand. The secret that a platform signs with is encrypted with a key of the service.

CREATE TABLE "integrations" (
    "brand_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "secret_sealed" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("brand_id", "platform")
);

ALTER TABLE "integrations" ADD CONSTRAINT "integrations_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
