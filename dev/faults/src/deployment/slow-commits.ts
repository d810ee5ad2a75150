import type { Query } from '@callside/database';
import pg from 'pg';

/**
 * Lets each commit of events take longer, by a time that `delayCommits` sets: it is answered late, and its rows become visible late. A trigger
 * that waits once in each transaction, just before the commit.
 */
export async function installSlowCommits(query: Query): Promise<void> {
  await query('CREATE TABLE commit_delay (ms integer NOT NULL)');
  await query('INSERT INTO commit_delay VALUES (0)');
  await query(`
    CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('faults.has_waited', true) IS DISTINCT FROM 'yes' THEN
        PERFORM set_config('faults.has_waited', 'yes', true);
        PERFORM pg_sleep(ms / 1000.0) FROM commit_delay WHERE ms > 0;
      END IF;
      RETURN NULL;
    END $$`);
  await query(`
    CREATE CONSTRAINT TRIGGER slow_commits AFTER INSERT ON call_events
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
}

/** 0: no longer. */
export async function delayCommits(databaseUrl: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('UPDATE commit_delay SET ms = $1', [ms]);
  } finally {
    await client.end();
  }
}
