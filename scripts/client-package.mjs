import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

await runMain(async () => {
  await setUpProject({ tasks: ['@callside/client#build'] });
  await import(pathToFileURL(path.join(root, 'packages/client/write-package.mjs')).href);
});
