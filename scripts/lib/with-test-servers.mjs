import { mkdir } from 'node:fs/promises';
import { interruption } from './interruption.mjs';
import { withProgress } from './run-step.mjs';
import { createTestServers } from './test-servers.mjs';

const interruptedExitCode = 130;

/** Runs `work` with PostgreSQL and Redis, and stops the servers that it started, also after an interruption. */
export async function withTestServers({ needsBrowser = false }, work) {
  const signal = interruption();
  const servers = createTestServers();
  await mkdir(servers.dir, { recursive: true });
  try {
    const title = `start PostgreSQL and Redis${needsBrowser ? ', look for Chromium' : ''}`;
    const env = await withProgress(title, () => servers.start({ signal, needsBrowser }));
    await work({ env, signal, dir: servers.dir });
    signal.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = interruptedExitCode;
  } finally {
    await servers.stop();
  }
}
