#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  const { runCallside } = await import(main.href);
  process.exitCode = await runCallside(process.argv.slice(2));
} else {
  const error = { code: 'failed', message: 'not built yet', hint: 'run `npm run setup` first' };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error })}\n`);
  process.stderr.write(`callside: ${error.message}; ${error.hint}\n`);
  process.exitCode = 1;
}
