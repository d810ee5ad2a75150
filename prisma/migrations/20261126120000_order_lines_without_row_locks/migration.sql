-- The check of this foreign key locked the row of the customer with each line, and took 44 % of the time of an INSERT. Programs that
-- add lines or delete customers hold the lock of the brand's customers (`lockCustomers`) until their commit, and lines name only
-- customers that were read or added under it.

-- Two tables are waited for, the second one while the first is locked: webhooks that open a call wait for a second at most.
SET LOCAL lock_timeout = '500ms';
-- In the order of an import. An erasure takes the other order: it or this may fail, and is then run again.
LOCK TABLE "customers", "order_lines" IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_customer_id_fkey";

-- It takes the lock of the imports (`lockCustomers`) before it looks, so that it sees what they add.
CREATE FUNCTION "keep_customers_with_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('callside customers ' || "brand_id", 0))
        FROM (SELECT DISTINCT "brand_id" FROM "deleted" ORDER BY "brand_id") AS "brands";
    IF EXISTS (SELECT FROM "deleted" JOIN "order_lines" ON "order_lines"."customer_id" = "deleted"."id") THEN
        RAISE foreign_key_violation USING MESSAGE = 'a customer with order lines cannot be deleted', TABLE = 'order_lines';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "customers_deleted" AFTER DELETE ON "customers" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_customers_with_lines"();
