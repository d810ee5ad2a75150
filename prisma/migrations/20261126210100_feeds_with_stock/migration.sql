-- The export of products of a shop may have the stock as well: a poll after which it did not change confirms both.
ALTER TABLE "feeds" ADD COLUMN "has_stock" BOOLEAN;
