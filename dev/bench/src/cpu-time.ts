import { readFile } from 'node:fs/promises';
import type { Query } from '@callside/database';

/** Linux counts the time of processes in hundredths of a second, with any clock rate of the kernel. */
const ticksPerSecond = 100;

/** The processor time that each process has taken, in seconds; processes that cannot be read are left out. */
async function readCpuSeconds(pids: readonly number[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (stat === null) continue;
    // The second field, the name in parentheses, may contain any character; utime and stime are the 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    times.set(pid, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond);
  }
  return times;
}

/** Of a server and of the PostgreSQL processes. On a machine with other work, this says more than the rate. */
export async function readCpu(query: Query, pid: number) {
  const backends = await query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  return {
    server: await readCpuSeconds([pid]),
    database: await readCpuSeconds(backends.map((backend) => backend.pid)),
  };
}

/** Time that the processes which exist at the end used in between; null when none can be read. */
export function cpuSecondsBetween(before: Map<number, number>, after: Map<number, number>): number | null {
  if (after.size === 0) return null;
  let seconds = 0;
  for (const [pid, at] of after) seconds += at - (before.get(pid) ?? 0);
  return seconds;
}
