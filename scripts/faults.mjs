import { spawn } from 'node:child_process';
import path from 'node:path';
import { interruption } from './lib/interruption.mjs';
import { quietEnv, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

async function main() {
  await setUpProject();
  process.exitCode = await runFaults(process.argv.slice(2), interruption());
}

// Exit code 1: a violation was found.
async function runFaults(args, signal) {
  const child = spawn(process.execPath, [path.join(root, 'bench/faults/dist/main.js'), ...args], {
    cwd: root,
    env: quietEnv,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code ?? 1;
}

await runMain(main);
