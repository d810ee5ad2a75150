import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { interruption } from './lib/interruption.mjs';
import { runJest } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { createTestServers } from './lib/test-servers.mjs';

async function main() {
  await setUpProject();
  const signal = interruption();
  const servers = createTestServers();
  await mkdir(servers.dir, { recursive: true });
  try {
    const env = await withProgress('start PostgreSQL and Redis, look for Chromium', () => servers.start(signal));
    const reportFile = path.join(servers.dir, 'report.json');
    const { code, counts } = await runJest(process.argv.slice(2), { env, reportFile, signal });
    signal.throwIfAborted();
    process.exitCode = code;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await servers.stop();
  }
}

await runMain(main);
