import { spawn } from 'node:child_process';
import { quietEnv, root } from './project.mjs';

/** Runs a program of Node with its output on the terminal; ends it when `signal` aborts. Resolves to its exit code. */
export async function runProgram(args, { env = {}, signal }) {
  const child = spawn(process.execPath, args, {
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
