import path from 'node:path';
import { runJest } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { withTestServers } from './lib/with-test-servers.mjs';

async function main() {
  await setUpProject();
  await withTestServers({ needsPrograms: true }, async ({ env, signal, dir }) => {
    const reportFile = path.join(dir, 'report.json');
    const { code, counts } = await runJest(process.argv.slice(2), { env, reportFile, signal });
    if (signal.aborted) return;
    process.exitCode = code;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  });
}

await runMain(main);
