import pg from 'pg';

/**
 * Holds the row with the state of a rep in a transaction, as an operator's session does. Resolves to the function that releases it. While
 * PostgreSQL is down, nothing is held.
 */
export async function holdRow(databaseUrl: string, email: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // PostgreSQL may be stopped meanwhile.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM rep_state WHERE user_id = (SELECT id FROM users WHERE email = $1) FOR UPDATE', [
      email,
    ]);
  } catch {
    // It is not held.
  }
  return () => client.end().catch(() => {});
}
