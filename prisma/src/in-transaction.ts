import type { Pool, PoolClient } from 'pg';

/** Runs a transaction that begins and commits itself on a connection of the pool; rolls it back when it fails. */
export async function inTransaction<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await run(client);
    client.release();
    return result;
  } catch (error) {
    await endFailedTransaction(client, error);
    throw error;
  }
}

/**
 * Rolls a transaction back and gives its connection back to the pool.
 *
 * The connection is kept only after an error that the server reported, such as a lost race for a unique key: then the server
 * answers, and ROLLBACK is cheaper than a new connection. After any other error the connection is closed, which also rolls back
 * and does not wait for a server that hangs.
 */
export async function endFailedTransaction(client: PoolClient, error: unknown): Promise<void> {
  if (!isServersAnswer(error)) {
    client.release(true);
    return;
  }
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}

/** Errors of the server carry an SQLSTATE and their severity; FATAL and PANIC end the connection. */
function isServersAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return false;
  return error.severity === 'ERROR' && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);
}
