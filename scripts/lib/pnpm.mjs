import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { manifest, quietEnv, root } from './project.mjs';
import { StepFailed } from './run-step.mjs';

// npx takes more than a second to find a cached package; this file stores its path.
const memory = path.join(root, 'node_modules/.cache/callside', manifest.packageManager);

/**
 * An environment with the pinned pnpm on PATH. Turbo calls `pnpm` by name, and a new machine has none: npx downloads it into its
 * cache.
 */
export async function environmentWithPnpm() {
  const pnpm = recall() ?? remember(await fetchPnpm());
  return { ...quietEnv, PATH: `${path.dirname(pnpm)}${path.delimiter}${process.env.PATH}` };
}

/** The path of the pinned pnpm in the cache of npx. */
export async function fetchPnpm() {
  const args = ['--yes', `--package=${manifest.packageManager}`, '--call', 'command -v pnpm'];
  const run = promisify(execFile)('npx', args, { cwd: root, env: quietEnv });
  const { stdout } = await run.catch((error) => {
    throw new StepFailed(
      `npx could not fetch ${manifest.packageManager}:\n\n${(error.stderr || error.message).trimEnd()}`,
    );
  });
  return stdout.trim();
}

/** Stores the path for the next start. Returns it also when another account owns the file, as after `sudo npm start`. */
export function remember(pnpm, file = memory) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, pnpm);
  } catch {
    // The next start asks npx again.
  }
  return pnpm;
}

function recall() {
  if (!existsSync(memory)) return null;
  const pnpm = readFileSync(memory, 'utf8');
  return existsSync(pnpm) ? pnpm : null;
}
