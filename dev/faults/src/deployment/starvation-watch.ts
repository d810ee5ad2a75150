import { readFile } from 'node:fs/promises';
import type { Recorder } from '../history/recorder.ts';

const lookEveryMs = 250;
/** The shortest noted wait in one check. Shorter waits are usual on a busy machine. */
const starvedMs = 100;

/**
 * Watches how long the processes waited for a processor, as counted by Linux: time in which the machine was slow, not the
 * service. On other systems nothing is noted.
 */
export class StarvationWatch {
  readonly #recorder: Recorder;
  readonly #pids: () => number[];
  #waited = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(recorder: Recorder, pids: () => number[]) {
    this.#recorder = recorder;
    this.#pids = pids;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const waits = await Promise.all(this.#pids().map(async (pid) => [pid, await waitedMs(pid)] as const));
    const longest = Math.max(0, ...waits.map(([pid, waited]) => waited - (this.#waited.get(pid) ?? waited)));
    this.#waited = new Map(waits);
    if (longest > starvedMs) this.#recorder.note({ type: 'stall', forMs: Math.round(longest) });
    if (!this.#isStopped) this.start();
  }
}

/** The second number: nanoseconds in which the main thread was ready but did not run. */
async function waitedMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) / 1e6;
}
