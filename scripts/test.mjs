import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runJest } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { createTestServers } from './lib/test-servers.mjs';

async function main() {
  await setUpProject();
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());
  const servers = createTestServers();
  await mkdir(servers.dir, { recursive: true });
  try {
    const { signal } = interruption;
    const env = await withProgress('start PostgreSQL and Redis', () => servers.start(signal));
    const reportFile = path.join(servers.dir, 'report.json');
    const { code, counts } = await runJest(process.argv.slice(2), { env, reportFile, signal });
    signal.throwIfAborted();
    process.exitCode = code;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await servers.stop();
  }
}

await runMain(main);
