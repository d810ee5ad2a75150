import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves to whether the condition became true in time. */
export async function becomesTrue(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
