import { readFile } from 'node:fs/promises';

/** Linux counts the time of processes in hundredths of a second, with any clock rate of the kernel. */
const ticksPerSecond = 100;

/** The processor time that each process has taken, in seconds; processes that cannot be read are left out. */
export async function readCpuSeconds(pids: readonly number[]): Promise<Map<number, number>> {
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

/** Time that the processes which exist at the end used in between; null when none can be read. */
export function cpuSecondsBetween(before: Map<number, number>, after: Map<number, number>): number | null {
  if (after.size === 0) return null;
  let seconds = 0;
  for (const [pid, at] of after) seconds += at - (before.get(pid) ?? 0);
  return seconds;
}
