import type { Pool, PoolClient } from 'pg';

/**
 * Lends a connection to a transaction that begins and commits itself; when it fails, it is rolled back.
 *
 * The connection is kept only after an error that the server itself reported, such as a lost race for a unique key: the
 * server answers then, and a new connection would cost more than ROLLBACK. After anything else it is closed, which rolls
 * back too and never waits for a server that hangs.
 */
export async function inTransaction<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await run(client);
    client.release();
    return result;
  } catch (error) {
    if (isServersAnswer(error)) await rollBack(client);
    else client.release(true);
    throw error;
  }
}

async function rollBack(client: PoolClient): Promise<void> {
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
