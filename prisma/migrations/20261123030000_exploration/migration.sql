-- How often the last offer of a list is another product than the best, so that training learns about products that are rarely offered.
ALTER TABLE "brands"
  ADD COLUMN "exploration_rate" DOUBLE PRECISION NOT NULL DEFAULT 0
  CHECK ("exploration_rate" >= 0 AND "exploration_rate" <= 0.2);
