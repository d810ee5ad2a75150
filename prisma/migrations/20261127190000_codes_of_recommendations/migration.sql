-- A request for offers may name its customer by the shop's own code.
ALTER TABLE "recommendations" ADD COLUMN "customer_id" TEXT;
