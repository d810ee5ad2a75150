import { cpus, loadavg, totalmem, type } from 'node:os';
import type { Query } from '@callside/database';

/** Facts that readers need to interpret a figure. */
export async function readMachineFacts(query: Query) {
  const rows = await query<{ server_version: string }>('SHOW server_version');
  return {
    date: new Date().toISOString(),
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${process.arch}`,
    node: process.version,
    postgresql: rows[0]?.server_version ?? 'unknown',
    /** Load average of the minute before: other work of the machine. */
    loadBefore: loadavg()[0] ?? 0,
  };
}
