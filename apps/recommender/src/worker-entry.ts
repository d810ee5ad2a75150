import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageDirectory } from './package-directory.ts';

/**
 * The built file of a thread, such as `onnx-worker`; rolldown.config.mjs lists them. Node runs the threads and reads no
 * TypeScript, so sources that run without a build step, as in tests, use the built file too.
 */
export function workerEntry(name: string): string {
  const entry = join(packageDirectory, 'dist', `${name}.js`);
  if (!existsSync(entry)) throw new Error(`${entry} is missing; \`npm run setup\` builds it`);
  return entry;
}
