import path from 'node:path';
import { root } from './lib/project.mjs';
import { countsOf, runJest } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { withTestServers } from './lib/with-test-servers.mjs';

async function main() {
  await setUpProject();
  await withTestServers({ needsPrograms: true }, async ({ env, signal, dir }) => {
    const first = { code: 0, files: [] };
    for (const project of projects) {
      const reportFile = path.join(dir, `${project}-report.json`);
      const args = ['--selectProjects', project, '--passWithNoTests', ...process.argv.slice(2)];
      const { code, files } = await runJest(args, { env, reportFile, signal });
      if (signal.aborted) return;
      first.code ||= code;
      first.files.push(...files);
    }
    const failed = first.files.filter((file) => file.failed > 0 && mayRunAgain(file.name));
    const second =
      failed.length > 0 && failed.length <= mostAgain
        ? await runAgain(
            failed.map(({ name }) => name),
            { env, reportFile: path.join(dir, 'second-report.json'), signal },
          )
        : null;
    if (signal.aborted) return;
    const files =
      second === null ? first.files : [...first.files.filter((file) => !failed.includes(file)), ...second.files];
    const counts = countsOf(files);
    const found = files.length > 0;
    process.exitCode = counts.failed > 0 || !found ? 1 : second === null ? first.code : second.code;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  });
}

/**
 * One after the other, each in a process of its own: each program that a test starts is a copy of that process at first, and takes the
 * longer the more memory it has.
 */
const projects = ['unit', 'integration'];

/** More files than this fail for a reason. */
const mostAgain = 5;

/** Integration tests run real servers and a browser on a machine that may be busy. Unit tests have no such excuse. */
function mayRunAgain(file) {
  return file !== null && /(\.integration\.test\.ts|\/e2e\/[^/]+\.test\.ts)$/.test(file);
}

/** The whole file, with databases of its own, after everything else has ended. */
async function runAgain(names, options) {
  const shown = names.map((name) => path.relative(root, name)).join(', ');
  process.stderr.write(`\nThese files failed and run again, one after the other: ${shown}\n\n`);
  return runJest(['--runInBand', '--runTestsByPath', ...names], options);
}

await runMain(main);
