import type { Database, Query } from '@callside/database';

/** The part of the database that an import uses. */
export interface ImportDatabase extends Pick<Database, 'query' | 'transaction'> {
  /** Everything is rolled back, perhaps after minutes: locks that others need are not taken where that is possible. */
  isRehearsal?: boolean;
}

class RolledBack extends Error {}

/** Shorter than PostgreSQL waits before it looks for a deadlock (1 s). */
const longestWaitMs = 300;

/**
 * Runs `work` unchanged in one transaction that is rolled back. Each statement and transaction of `work` is a savepoint, so that a
 * failing one does not affect the others. It keeps its rows locked to the end, so it does not wait for rows of others: PostgreSQL could
 * end an import to resolve the deadlock.
 */
export async function runInDryRun<Result>(
  database: ImportDatabase,
  work: (database: ImportDatabase) => Promise<Result>,
): Promise<Result> {
  let outcome: { result: Result } | undefined;
  try {
    await database.transaction(async (query) => {
      await query(`SET LOCAL lock_timeout = ${longestWaitMs}`);
      outcome = { result: await work({ ...inSavepoints(query), isRehearsal: true }) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (outcome === undefined) throw new Error('a dry run ended without an outcome');
  return outcome.result;
}

/** Statements and transactions inside a transaction that continues when one of them fails. */
export function inSavepoints(query: Query): ImportDatabase {
  const transaction: ImportDatabase['transaction'] = async (work) => {
    await query('SAVEPOINT step');
    try {
      const result = await work(query);
      await query('RELEASE SAVEPOINT step');
      return result;
    } catch (error) {
      await query('ROLLBACK TO SAVEPOINT step');
      throw error;
    }
  };
  return { transaction, query: (text, values) => transaction((step) => step(text, values)) };
}
