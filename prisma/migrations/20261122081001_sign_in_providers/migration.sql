-- The identity provider of a brand that does not use the deployment's. The client secret is encrypted with a key of the service.

CREATE TABLE "sign_in_providers" (
    "brand_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret_sealed" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_providers_pkey" PRIMARY KEY ("brand_id")
);

ALTER TABLE "sign_in_providers" ADD CONSTRAINT "sign_in_providers_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
