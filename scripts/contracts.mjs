import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

await runMain(async () => {
  await setUpProject({ tasks: ['@callside/contracts#build'] });
  const { createContractFiles, keepContracts } = await import(path.join(root, 'dev/contracts/dist/index.js'));
  const docs = path.join(root, 'docs');
  const files = Object.entries(createContractFiles(manifest.version));
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(docs, name)), { recursive: true });
    writeFileSync(path.join(docs, name), text);
  }
  // Keeps the contracts of a version that is published now: later versions of its line are compared with it.
  if (process.argv.includes('--keep')) keepContracts(path.join(docs, 'contracts'), manifest.version);
  process.stdout.write(`${files.length} files in docs/ are written.\n`);
});
