import path from 'node:path';
import { placeDemoCall } from './lib/demo-call.mjs';
import { seedDemo } from './lib/demo-seed.mjs';
import { describeDemo } from './lib/demo-summary.mjs';
import { interruption } from './lib/interruption.mjs';
import { createLocalServices } from './lib/local-services.mjs';
import { root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

async function main() {
  await setUpProject();
  const signal = interruption();
  const services = createLocalServices({ dataDir: path.join(root, '.data') });
  try {
    const settings = await withProgress('start PostgreSQL and Redis', () => services.startStores(signal));
    const demo = await withProgress('migrate and seed the demo brand', () => seedDemo(settings));
    const callEvents = await withProgress('start call-events', () => services.startCallEvents(settings, signal));
    const call = await placeDemoCall({ ...demo, baseUrl: callEvents.url });
    process.stdout.write(describeDemo({ ...demo, ...settings, callEvents, call }));
    await Promise.race([aborted(signal), callEvents.ended]);
    if (!signal.aborted) throw new Error(`call-events has ended by itself. Its log: ${callEvents.logFile}`);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (signal.aborted) process.stdout.write('\n');
    await withProgress('stop everything', () => services.stop());
  }
}

function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', resolve);
    // An event listener keeps no process alive.
    const alive = setInterval(() => {}, 60_000);
    signal.addEventListener('abort', () => clearInterval(alive));
  });
}

await runMain(main);
