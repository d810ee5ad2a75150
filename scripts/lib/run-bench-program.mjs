import path from 'node:path';
import { interruption } from './interruption.mjs';
import { root } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { setUpProject } from './set-up-project.mjs';
import { withTestServers } from './with-test-servers.mjs';

/**
 * Builds the project and runs the program of a package in dev/ beside PostgreSQL and Redis, with the arguments of the command line. For its
 * help, these are not started.
 */
export async function runBenchProgram(name) {
  const args = process.argv.slice(2);
  const run = async ({ env, signal }) => {
    process.exitCode = await runProgram([path.join(root, 'dev', name, 'dist/main.js'), ...args], { env, signal });
  };
  await setUpProject();
  if (args.includes('--help') || args.includes('-h')) await run({ signal: interruption() });
  else await withTestServers({}, run);
}
