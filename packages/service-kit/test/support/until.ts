import { setImmediate } from 'node:timers/promises';

/** Waits for a condition, checking it on every turn of the event loop. */
export async function until(condition: () => boolean, limitMs = 5_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not so within ${limitMs} ms: ${condition}`);
    await setImmediate();
  }
}
