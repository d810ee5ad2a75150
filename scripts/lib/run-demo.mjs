import path from 'node:path';
import { callsideCommand } from './callside-command.mjs';
import { pauseDemoCall, placeDemoCall } from './demo-call.mjs';
import { sellDemoOffer } from './demo-offers.mjs';
import { seedDemo } from './demo-seed.mjs';
import { ensureDemoShop } from './demo-shop.mjs';
import { describeDemo } from './demo-summary.mjs';
import { interruption } from './interruption.mjs';
import { writeLocalEnv } from './local-env.mjs';
import { createLocalServices, describeStores } from './local-services.mjs';
import { root } from './project.mjs';
import { redisProblem } from './redis-problem.mjs';
import { withProgress } from './run-step.mjs';
import { untilEnded } from './until-ended.mjs';

const dataDir = path.join(root, '.data');

/** Runs until Ctrl-C. The project is installed and built. */
export async function runDemo() {
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
    const redis = { isSet: settings.REDIS_URL !== undefined, problem: await redisProblem(callEvents) };
    process.stdout.write(describeDemo({ ...demo, redis, callEvents, recommender, companion, call, pause, sold }));
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
