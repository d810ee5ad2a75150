import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { showHelp } from './lib/show-help.mjs';

const help = `Usage: npm run setup

Installs the packages, generates the Prisma client and builds. It takes no options.`;

await runMain(async () => {
  if (!showHelp(help)) await setUpProject();
});
