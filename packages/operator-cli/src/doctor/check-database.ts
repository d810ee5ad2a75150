import { type Database, readSchemaStatus } from '@callside/database';
import { type CheckName, type Finding, failed, ok } from './check.ts';

/** Diallers, tokens and keys are compared with this clock; leases last minutes, and a key may be valid for seconds. */
const mostSkewMs = 2_000;

/** The server's version, and whether it takes writes. */
export async function checkDatabase({ query }: Database): Promise<Finding> {
  const [row] = await query<{ version: string; is_replica: boolean; is_read_only: boolean }>(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_replica,
            current_setting('transaction_read_only') = 'on' AS is_read_only`,
  );
  if (row?.is_replica) {
    return failed('database', 'PostgreSQL is a read-only replica', 'put the address of the primary into DATABASE_URL');
  }
  // Managed databases set it when their disk is full.
  if (row?.is_read_only) {
    return failed(
      'database',
      'PostgreSQL takes no writes: default_transaction_read_only is on',
      'free space on its disk, if that is why, and switch it off',
    );
  }
  return ok('database', `PostgreSQL ${row?.version} answers`);
}

export async function checkMigrations(url: string): Promise<Finding> {
  const check: CheckName = 'migrations';
  const { missing, newer, problem } = await readSchemaStatus({ url });
  if (problem !== null) return failed(check, problem, null);
  const [first] = missing;
  if (first !== undefined) {
    return failed(check, `${missing.length} not applied, the first is ${first}`, 'run `callside db migrate`');
  }
  if (newer.length === 0) return ok(check, 'all are applied');
  return ok(check, `all are applied, and ${newer.length} of a later release: ${newer.join(', ')}`);
}

/** Half of the round trip is the uncertainty of the comparison. */
export async function checkClock({ query }: Database, now: () => Date): Promise<Finding> {
  const before = now().getTime();
  const [row] = await query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const after = now().getTime();
  const skewMs = (row?.at.getTime() ?? Number.NaN) - (before + after) / 2;
  const uncertaintyMs = (after - before) / 2;
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  if (Math.abs(skewMs) - uncertaintyMs <= mostSkewMs) {
    return ok('clock', `this machine and the database differ by ${seconds} s`);
  }
  return failed(
    'clock',
    `this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database`,
    'synchronise the clocks of all machines with NTP',
  );
}
