-- Addresses of a shop that `callside feed run` polls. An address may hold a token, so it is encrypted with a key of the installation.

CREATE TABLE "feeds" (
    "brand_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "url_sealed" TEXT NOT NULL,
    "url_shown" TEXT NOT NULL,
    "format" TEXT,
    "every_seconds" INTEGER NOT NULL,
    "allow_private" BOOLEAN NOT NULL DEFAULT false,
    "etag" TEXT,
    "last_modified" TEXT,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3),
    "imported_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "feeds_pkey" PRIMARY KEY ("brand_id", "kind")
);

ALTER TABLE "feeds" ADD CONSTRAINT "feeds_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
