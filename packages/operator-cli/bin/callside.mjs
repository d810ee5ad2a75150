#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  const { runCallside } = await import(main.href);
  process.exitCode = await runCallside(process.argv.slice(2));
} else {
  process.stderr.write('callside: not built yet; run `npm run setup` first\n');
  process.exitCode = 1;
}
