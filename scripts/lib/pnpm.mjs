import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { manifest, quietEnv, root } from './project.mjs';
import { StepFailed } from './run-step.mjs';

// npx takes more than a second to find a cached package; this file stores its path.
const pathFile = path.join(root, 'node_modules/.cache/callside', manifest.packageManager);

/**
 * An environment with the pinned pnpm on PATH. Turbo calls `pnpm` by name, and a new machine has none: npx downloads it into its
 * cache.
 */
export async function environmentWithPnpm({ memory = pathFile } = {}) {
  const pnpm = recall(memory) ?? remember(memory, await fetchPnpm());
  return { ...quietEnv, PATH: `${path.dirname(pnpm)}${path.delimiter}${process.env.PATH}` };
}

/** The path of the pinned pnpm in the cache of npx. */
async function fetchPnpm() {
  // With `npm --silent start` npx would print no reason either.
  const args = ['--yes', '--loglevel=error', `--package=${manifest.packageManager}`, '--call', 'command -v pnpm'];
  const run = promisify(execFile)('npx', args, { cwd: root, env: quietEnv });
  const { stdout } = await run.catch((error) => {
    const reason = (error.stderr || error.message).trimEnd();
    throw new StepFailed(`npx could not fetch ${manifest.packageManager}:\n\n${reason}`);
  });
  return stdout.trim();
}

function remember(memory, pnpm) {
  try {
    mkdirSync(path.dirname(memory), { recursive: true });
    writeFileSync(memory, pnpm);
  } catch {
    // It belongs to another account, as after `sudo npm start`: the next start asks npx again.
  }
  return pnpm;
}

function recall(memory) {
  try {
    const pnpm = readFileSync(memory, 'utf8');
    return existsSync(pnpm) ? pnpm : null;
  } catch {
    return null;
  }
}
