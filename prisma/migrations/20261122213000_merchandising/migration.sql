-- Rules of a brand that act on its offers after the model, and the names of those that acted on a recommendation.

CREATE TABLE "merchandising_rules" (
    "brand_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merchandising_rules_pkey" PRIMARY KEY ("brand_id", "name")
);

ALTER TABLE "merchandising_rules" ADD CONSTRAINT "merchandising_rules_brand_id_fkey"
    FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "recommendations" ADD COLUMN "rules_applied" TEXT[] NOT NULL DEFAULT '{}';

-- What one unit costs the shop. Kept apart from the attributes: ranking must not read it, and no answer may show it.
ALTER TABLE "catalog_items" ADD COLUMN "unit_cost" DECIMAL;

-- Earlier imports kept such a column as an attribute, which ranking reads.
UPDATE "catalog_items"
   SET "unit_cost" = CASE WHEN "attributes" ->> 'unit_cost' ~ '^[0-9]{1,12}(\.[0-9]{1,20})?$' THEN ("attributes" ->> 'unit_cost')::numeric END,
       "attributes" = "attributes" - 'unit_cost'
 WHERE "attributes" ? 'unit_cost';
