-- Keys with which the server of another system gets tokens for its users, and how each key ends, so that a person can tell keys
-- apart. The four characters of older keys are not known: only digests are stored.

ALTER TABLE "api_keys"
    ADD COLUMN "last_four" TEXT,
    DROP CONSTRAINT "api_keys_feature_check",
    ADD CONSTRAINT "api_keys_feature_check" CHECK ("feature" IN ('call-events', 'recommender', 'embed'));
