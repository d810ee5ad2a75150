-- How the file of a feed is read; null: detected.

ALTER TABLE "feeds" ADD COLUMN "column_map" JSONB;
ALTER TABLE "feeds" ADD COLUMN "delimiter" TEXT;
ALTER TABLE "feeds" ADD COLUMN "encoding" TEXT;
