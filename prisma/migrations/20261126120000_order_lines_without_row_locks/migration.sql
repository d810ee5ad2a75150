-- The check of this foreign key locked the row of the customer with each line, and took half of the time of an import in PostgreSQL.
-- Programs that write lines or delete customers hold the lock of the brand's customers (`lockCustomers`) until their commit, and
-- lines name only customers that were read or added under it.

-- In the order of an import: locked in another order, this and an import could wait for each other.
LOCK TABLE "customers", "order_lines" IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_customer_id_fkey";

CREATE FUNCTION "keep_customers_with_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "deleted" JOIN "order_lines" ON "order_lines"."customer_id" = "deleted"."id") THEN
        RAISE foreign_key_violation USING MESSAGE = 'a customer with order lines cannot be deleted', TABLE = 'order_lines';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "customers_deleted" AFTER DELETE ON "customers" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_customers_with_lines"();
