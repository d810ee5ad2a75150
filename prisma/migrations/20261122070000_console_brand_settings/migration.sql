-- What the console shows of a brand, and which sites may embed it. Existing brands get the defaults; owners change them.

ALTER TABLE "brands"
    ADD COLUMN "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    ADD COLUMN "shown_metadata" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "frame_origins" TEXT[] NOT NULL DEFAULT '{}';
