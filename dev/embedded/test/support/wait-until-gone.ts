import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when no process has this id. */
export async function waitUntilGone(pid: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (await runs(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} is still running`);
    await sleep(50);
  }
}

// In many containers no init process collects orphans, so an ended process stays listed as a zombie.
async function runs(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return !/^State:\s+Z/m.test(status);
}
