-- callside: no transaction
-- Fills the columns of the receipts on file, a thousand rows a transaction, so that no receipt waits long. It never waits for a row
-- itself: it skips one that is being written, so it cannot deadlock with the service. A run after an interruption goes on.
DO $$
DECLARE
  last bigint := 0;
BEGIN
  LOOP
    WITH batch AS MATERIALIZED (
      SELECT "call_event_id" FROM "event_receipts"
       WHERE "call_event_id" > last ORDER BY "call_event_id" LIMIT 1000 FOR UPDATE SKIP LOCKED
    ), filled AS (
      UPDATE "event_receipts" AS r
         SET "user_id" = e."user_id", "opened_call" = e."event" = 'call-started' AND e."call_active"
        FROM batch
       CROSS JOIN LATERAL (SELECT * FROM "call_events" WHERE "id" = batch."call_event_id" LIMIT 1) AS e
       WHERE r."call_event_id" = batch."call_event_id" AND r."user_id" IS NULL
    )
    SELECT max("call_event_id") INTO last FROM batch;
    COMMIT;
    EXIT WHEN last IS NULL;
  END LOOP;
END $$;
