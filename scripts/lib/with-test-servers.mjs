import { mkdir } from 'node:fs/promises';
import { interruption } from './interruption.mjs';
import { withProgress } from './run-step.mjs';
import { createTestServers } from './test-servers.mjs';

const interruptedExitCode = 130;

/** Runs `work` with PostgreSQL and Redis, and stops the servers that it started, also after an interruption. */
export async function withTestServers({ needsPrograms = false }, work) {
  const signal = interruption();
  const servers = createTestServers();
  await mkdir(servers.dir, { recursive: true });
  try {
    const title = `start PostgreSQL and Redis${needsPrograms ? ', look for the programs of tests' : ''}`;
    const env = await withProgress(title, () => servers.start({ signal, needsPrograms }));
    await work({ env, signal, dir: servers.dir });
    signal.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = interruptedExitCode;
  } finally {
    await servers.stop();
  }
}
