// Generates the Prisma client. `prisma generate` looks for its schema engine, a download that it then does not use;
// naming any executable spares it, so that generation works where only the npm registry is reachable.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const prismaCli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status } = spawnSync(process.execPath, [prismaCli, 'generate', '--no-hints'], {
  stdio: 'inherit',
  cwd: import.meta.dirname,
  env: { CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, ...process.env },
});
process.exit(status ?? 1);
