import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { quietEnv, root } from './lib/project.mjs';
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
    process.exitCode = await runBench(process.argv.slice(2), { env, signal });
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await servers.stop();
  }
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
