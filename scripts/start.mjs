import path from 'node:path';
import { callsideCommand } from './lib/callside-command.mjs';
import { pauseDemoCall, placeDemoCall } from './lib/demo-call.mjs';
import { sellDemoOffer } from './lib/demo-offers.mjs';
import { seedDemo } from './lib/demo-seed.mjs';
import { demoTitles, ensureDemoShop } from './lib/demo-shop.mjs';
import { describeDemo } from './lib/demo-summary.mjs';
import { interruption } from './lib/interruption.mjs';
import { writeLocalEnv } from './lib/local-env.mjs';
import { createLocalServices, describeStores } from './lib/local-services.mjs';
import { root } from './lib/project.mjs';
import { skusOfReasons } from './lib/reason-words.mjs';
import { redisProblem } from './lib/redis-problem.mjs';
import { runMain } from './lib/run-main.mjs';
import { withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { showHelp } from './lib/show-help.mjs';
import { untilEnded } from './lib/until-ended.mjs';

const help = `Usage: npm start

Installs and builds the project, starts PostgreSQL, Redis, both services, a demo brand and a companion that records for its rep, places
a call, and prints the addresses, keys and sign-in links. Ctrl-C stops everything. The data is kept in .data/. To start again without data, delete this directory.

It takes no options. It reads DATABASE_URL and REDIS_URL of your own servers, PORT of call-events and the other settings from
the environment: docs/operations/environment.md. To run one service alone: README.md.`;

const dataDir = path.join(root, '.data');

async function main() {
  if (showHelp(help)) return;
  await setUpProject();
  const signal = interruption();
  const services = createLocalServices({ dataDir, onEnded: sayWhatEnded });
  try {
    const stores = await withProgress('start the stores', () => services.startStores(signal), describeStores);
    const callside = callsideCommand(stores, signal);
    const demo = await withProgress('migrate and seed the demo brand', () => seedDemo({ callside, dataDir }));
    await ensureDemoShop({ callside, ...demo, dataDir });
    const identityProvider = await withProgress(
      'start the demo identity provider',
      () => services.startIdentityProvider(signal),
      ({ note }) => `start the demo identity provider${note}`,
    );
    const settings = { ...stores, ...identityProvider.settings };
    const start = (name, own = {}) =>
      withProgress(
        `start ${name}`,
        () => services.startService(name, { settings: { ...settings, ...own }, brand: demo.brand, signal }),
        ({ note }) => `start ${name}${note}`,
      );
    const recommender = await start('recommender');
    const callEvents = await start('call-events', {
      RECOMMENDER_URL: recommender.url,
      RECOMMENDER_KEY: demo.recommenderKey,
    });
    // Not before: after a start that fails, `callside` still finds the database of the instance that runs.
    const examples = settingsOfExamples({ demo, callEvents, recommender });
    await writeLocalEnv(dataDir, { ...stores, ...examples });
    const companion = await withProgress('start the companion of the demo rep', () =>
      services.startCompanion({ settings: examples, signal }),
    );
    const call = await placeDemoCall({ ...demo, baseUrl: callEvents.url });
    const pause = await pauseDemoCall({ ...demo, baseUrl: callEvents.url });
    const sold = await sellDemoOffer({ baseUrl: recommender.url, key: demo.recommenderKey });
    const reasons = sold.offers.recommendations.flatMap((offer) => offer.reasons);
    const titles = await demoTitles(dataDir, skusOfReasons(reasons));
    const redis = { isSet: settings.REDIS_URL !== undefined, problem: await redisProblem(callEvents) };
    process.stdout.write(
      describeDemo({ ...demo, redis, callEvents, recommender, companion, call, pause, sold, titles }),
    );
    await untilEnded([callEvents, recommender], signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (signal.aborted) process.stdout.write('\n');
    await withProgress('stop everything', () => services.stop());
  }
}

/**
 * The services go on: without a store they answer 503, or tolerate it; without the identity provider nobody can sign in, and without the
 * companion the recording is unknown.
 */
function sayWhatEnded(sentence) {
  process.stderr.write(`\n${sentence}. To start it again: Ctrl-C, then npm start.\n`);
}

/** The settings with which examples and tools find the running services. */
function settingsOfExamples({ demo, callEvents, recommender }) {
  return {
    CALL_EVENTS_URL: callEvents.url,
    RECOMMENDER_URL: recommender.url,
    RECOMMENDER_KEY: demo.recommenderKey,
    DEMO_BRAND: demo.brand,
    DEMO_EMAIL: demo.email,
    DEMO_TAB_TOKEN: demo.token,
    DEMO_COMPANION_TOKEN: demo.companionToken,
  };
}

await runMain(main);
