import path from 'node:path';
import { interruption } from './lib/interruption.mjs';
import { root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { runProgram } from './lib/run-program.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

// Exit code 1: a violation was found.
await runMain(async () => {
  await setUpProject();
  const args = [path.join(root, 'dev/faults/dist/main.js'), ...process.argv.slice(2)];
  process.exitCode = await runProgram(args, { signal: interruption() });
});
