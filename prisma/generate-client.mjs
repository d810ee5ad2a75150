// Generates the Prisma client. `prisma generate` looks for its schema engine, a download that it does not use. Naming any
// executable skips the download, so generation works with only the npm registry reachable.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const prismaCli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status } = spawnSync(process.execPath, [prismaCli, 'generate', '--no-hints'], {
  stdio: 'inherit',
  cwd: import.meta.dirname,
  env: { CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env },
});
process.exit(status ?? 1);
