import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled file of a worker thread, by its name in this folder without extension: `workerEntry('onnx-worker')`.
 * Node runs the threads and reads no TypeScript. Sources that run without a build step, as in tests, use the built file.
 */
export function workerEntry(name: string): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? `../../dist/adapters/${name}.js` : `./${name}.js`, import.meta.url);
  if (!existsSync(entry)) throw new Error(`${fileURLToPath(entry)} is missing; \`npm run setup\` builds it`);
  return entry;
}
