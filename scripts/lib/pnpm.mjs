import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { manifest, quietEnv, root } from './project.mjs';

/**
 * An environment with the pinned pnpm on PATH. Turbo calls `pnpm` by name, and a fresh machine has none: npx fetches it
 * into its own cache.
 */
export async function environmentWithPnpm() {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', `--package=${manifest.packageManager}`, '--call', 'command -v pnpm'],
    { cwd: root, env: quietEnv },
  );
  const directory = path.dirname(stdout.trim());
  return { ...quietEnv, PATH: `${directory}${path.delimiter}${process.env.PATH}` };
}
