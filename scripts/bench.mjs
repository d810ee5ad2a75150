import { spawn } from 'node:child_process';
import path from 'node:path';
import { quietEnv, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { withTestServers } from './lib/with-test-servers.mjs';

async function main() {
  await setUpProject();
  await withTestServers({}, async ({ env, signal }) => {
    process.exitCode = await runBench(process.argv.slice(2), { env, signal });
  });
}

// Nothing but the benchmark's own failure makes it fail: it reports figures, it does not judge them.
async function runBench(args, { env, signal }) {
  const child = spawn(process.execPath, [path.join(root, 'bench/dist/main.js'), ...args], {
    cwd: root,
    env: { ...quietEnv, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const forward = () => child.kill('SIGTERM');
  signal.addEventListener('abort', forward);
  const code = await new Promise((resolve) => child.once('close', resolve));
  signal.removeEventListener('abort', forward);
  return code ?? 1;
}

await runMain(main);
