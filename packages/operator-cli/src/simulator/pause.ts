import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms` milliseconds, or when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch(() => {});
}
