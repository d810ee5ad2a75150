import { spawn } from 'node:child_process';
import path from 'node:path';
import { interruption } from './interruption.mjs';
import { quietEnv, root } from './project.mjs';
import { setUpProject } from './set-up-project.mjs';
import { withTestServers } from './with-test-servers.mjs';

/**
 * Builds the project and runs a program of bench/ beside PostgreSQL and Redis, with the arguments of the command line. For its
 * help, these are not started.
 */
export async function runBenchProgram(file) {
  const isHelp = process.argv.some((argument) => argument === '--help' || argument === '-h');
  await setUpProject();
  if (isHelp) await run(file, { env: {}, signal: interruption() });
  else await withTestServers({}, (servers) => run(file, servers));
}

async function run(file, { env, signal }) {
  const child = spawn(process.execPath, [path.join(root, 'bench/dist', file), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...quietEnv, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const forward = () => child.kill('SIGTERM');
  signal.addEventListener('abort', forward);
  process.exitCode = (await new Promise((resolve) => child.once('close', resolve))) ?? 1;
  signal.removeEventListener('abort', forward);
}
