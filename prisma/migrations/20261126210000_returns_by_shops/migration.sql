-- A shop takes back what it returned when an order is opened again, and not what an import returned.
ALTER TABLE "order_lines" ADD COLUMN "returned_by_shop" BOOLEAN;
