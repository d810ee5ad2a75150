import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

await runMain(setUpProject);
