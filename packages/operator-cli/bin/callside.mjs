#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
const error = problem();
if (error === null) {
  const { runCallside } = await import(main.href);
  process.exitCode = await runCallside(process.argv.slice(2));
} else {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error })}\n`);
  process.stderr.write(`callside: ${error.message}; ${error.hint}\n`);
  process.exitCode = 1;
}

/** Why the program cannot be loaded; null: it can. */
function problem() {
  if (!existsSync(main)) return { code: 'failed', message: 'not built yet', hint: 'run `npm run setup` first' };
  try {
    // Throws when the directory was deleted. A library asks for it when it is loaded.
    process.cwd();
    return null;
  } catch {
    return { code: 'failed', message: 'the current directory does not exist', hint: 'change to another one' };
  }
}
