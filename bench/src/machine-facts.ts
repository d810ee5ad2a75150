import { cpus, loadavg, totalmem, type } from 'node:os';
import type { Query } from '@callside/database';

/** What a figure must be read with. */
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
    /** Of the minute before: what else the machine had to do. */
    loadBefore: loadavg()[0] ?? 0,
  };
}
