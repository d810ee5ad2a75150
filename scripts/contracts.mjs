import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

await runMain(async () => {
  await setUpProject({ tasks: ['@callside/contracts#build'] });
  const { createContractFiles } = await import(path.join(root, 'dev/contracts/dist/index.js'));
  const docs = path.join(root, 'docs');
  const files = Object.entries(createContractFiles(manifest.version));
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(docs, name)), { recursive: true });
    writeFileSync(path.join(docs, name), text);
  }
  process.stdout.write(`${files.length} files in docs/ are written.\n`);
});
