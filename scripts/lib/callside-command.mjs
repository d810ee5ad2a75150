import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.mjs';
import { StepFailed } from './run-step.mjs';

/**
 * Runs the operator command of the project in `directory` with the stores of `settings`. Resolves to the JSON that it prints; ends when
 * `signal` aborts.
 */
export function callsideCommand(settings, signal, directory = root) {
  const main = path.join(directory, 'packages/operator-cli/bin/callside.mjs');
  return async (...args) => {
    const run = promisify(execFile)(process.execPath, [main, ...args, '--json'], {
      cwd: directory,
      env: { ...process.env, ...settings },
      maxBuffer: 16 * 1024 * 1024,
      signal,
    });
    const { stdout } = await run.catch((error) => {
      throw new StepFailed(`callside ${args.join(' ')} failed:\n${error.stderr || error.message}`);
    });
    return JSON.parse(stdout);
  };
}
