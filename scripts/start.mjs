import { runDemo } from './lib/run-demo.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { showHelp } from './lib/show-help.mjs';

const help = `Usage: npm start

Installs and builds the project, starts PostgreSQL, Redis, both services, a demo brand and a companion that records for its rep, places
a call, and prints the addresses, keys and sign-in links. Ctrl-C stops everything. The data is kept in .data/. To start again without data, delete this directory.

It takes no options. It reads DATABASE_URL and REDIS_URL of your own servers, PORT of call-events and the other settings from
the environment: docs/operations/environment.md. To run one service alone: README.md.`;

/** Not the benchmarks and the fault harness, which `npm test` builds. */
const whatItRuns = ['call-events', 'recommender', 'operator-cli', 'embedded', 'demo-shop'].map(
  (name) => `@callside/${name}#build`,
);

async function main() {
  if (showHelp(help)) return;
  await setUpProject({ tasks: whatItRuns });
  await runDemo();
}

await runMain(main);
