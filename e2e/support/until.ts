import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds, looking again and again; rejects with what was waited for when it never does. */
export async function until(what: string, condition: () => Promise<boolean>, limitMs = 20_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`);
    await pause(20);
  }
}
