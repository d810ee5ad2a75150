import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until a condition holds; rejects with `what` after the time limit. The default is below the time limit of a test. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(5);
  }
}
