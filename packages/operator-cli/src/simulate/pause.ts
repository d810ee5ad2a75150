import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal is given. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch(() => {});
}
