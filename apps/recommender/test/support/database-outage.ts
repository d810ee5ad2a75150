import { createPool, queryThrough } from '@callside/database';

/** Makes one database unavailable to all clients until `end` is called; the server and its other databases stay up. */
export async function startDatabaseOutage(databaseUrl: string): Promise<{ end: () => Promise<void> }> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const pool = createPool({ url: url.href, maxConnections: 1, applicationName: 'outage' });
  const query = queryThrough(pool);
  await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
  await query(`ALTER DATABASE ${name} RENAME TO ${name}_away`);
  return {
    end: async () => {
      await query(`ALTER DATABASE ${name}_away RENAME TO ${name}`);
      await query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await pool.end();
    },
  };
}
