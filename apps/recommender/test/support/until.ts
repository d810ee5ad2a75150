import { setTimeout as pause } from 'node:timers/promises';

/** Polls until a condition holds; after the limit, rejects with what was expected. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`);
    await pause(5);
  }
}
