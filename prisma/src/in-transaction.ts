import type { Pool, PoolClient } from 'pg';

/** Runs a transaction that begins and commits itself on a connection of the pool; rolls it back when it fails. */
export async function inTransaction<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await run(client);
    client.release();
    return result;
  } catch (error) {
    await endFailedTransaction(client);
    throw error;
  }
}

/** Rolls a transaction back and gives its connection back to the pool. A connection that cannot roll back is closed. */
export async function endFailedTransaction(client: PoolClient): Promise<void> {
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}
