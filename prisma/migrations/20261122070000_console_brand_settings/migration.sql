-- What the console shows of a brand, and which sites may embed it. Existing brands get the defaults; owners change them.

ALTER TABLE "brands"
    ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'USD',
    ADD COLUMN "shown_metadata" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "frame_origins" TEXT[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT "brands_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');
