import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

await runMain(async () => {
  await setUpProject({ tasks: ['@callside/guide#build'] });
  process.stdout.write('The site is in apps/guide/dist. Put it at /docs/guide/ of a web server.\n');
});
