import type { Query } from './database.ts';

/** Whether the database answers and takes writes. A replica, to which an address may lead after a fail-over, answers reads only. */
export async function isWritable(query: Query): Promise<boolean> {
  try {
    const [row] = await query<{ writable: boolean }>(
      `SELECT current_setting('transaction_read_only') = 'off' AS writable`,
    );
    return row?.writable === true;
  } catch {
    return false;
  }
}
