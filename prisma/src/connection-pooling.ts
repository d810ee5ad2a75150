import pg from 'pg';

const rounds = 5;

const transactionPooling =
  'DATABASE_URL leads to a connection pooler in transaction mode, which loses the settings of a session, its prepared statements and its locks. ' +
  'Use pool_mode = session in PgBouncer, or an address that leads to PostgreSQL itself';
const refusedParameters =
  'the connection pooler of DATABASE_URL refuses a setting of the connection. In PgBouncer set ' +
  'ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout';

/**
 * Why the service cannot work through the connection pooler of this address; null if it can. Rejects while the database is down.
 * In session mode and without a pooler, each of two open connections keeps a server process of its own. In transaction mode they
 * share them: `SET synchronous_commit = off` of one would then hold for the other.
 */
export async function findPoolingProblem({ url }: { url: string }): Promise<string | null> {
  const [one, other] = [connectionTo(url), connectionTo(url)];
  try {
    await Promise.all([one.connect(), other.connect()]);
    const first = await processesOf(one, other);
    if (first[0] === first[1]) return transactionPooling;
    for (let round = 1; round < rounds; round += 1) {
      const next = await processesOf(one, other);
      if (next[0] !== first[0] || next[1] !== first[1]) return transactionPooling;
    }
    return null;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return refusedParameters;
    throw error;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

function connectionTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'callside pooling check',
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    // Those of the pools, so that a refusal shows here.
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  client.on('error', () => {});
  return client;
}

/** One after the other: a pooler gives the connection that became free last. */
async function processesOf(...clients: pg.Client[]): Promise<number[]> {
  const pids: number[] = [];
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    pids.push(rows[0]?.pid ?? 0);
  }
  return pids;
}
