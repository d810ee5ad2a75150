import type { Database } from '@callside/database';

const take = "SELECT pg_try_advisory_lock(hashtextextended('callside complete catalogue ' || $1, 0)) AS taken";
const release = "SELECT pg_advisory_unlock(hashtextextended('callside complete catalogue ' || $1, 0))";

/**
 * Runs `work` unless another complete import of the brand's catalogue runs: each of the two would retire the products that only the
 * other file has. Resolves to null then. The lock belongs to one connection, so that it also ends with a process that is killed.
 */
export async function withCompleteImport<Result>(
  { pool }: Pick<Database, 'pool'>,
  brandId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const connection = await pool.connect();
  try {
    const { rows } = await connection.query<{ taken: boolean }>(take, [brandId]);
    if (rows[0]?.taken !== true) return null;
    try {
      return await work();
    } finally {
      await connection.query(release, [brandId]);
    }
  } finally {
    connection.release();
  }
}
