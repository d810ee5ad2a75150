import { localCommand, quietEnv, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { runStep, StepFailed } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

const checks = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '--colors=off']],
  ['types', 'tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the console', 'tsc', ['--noEmit', '-p', 'apps/console/tsconfig.json']],
  ['unit tests', 'jest', ['--selectProjects', 'unit']],
  ['unused code', 'knip', ['--no-config-hints', '--no-progress']],
];

// The checks read the sources. Only the training's threads are started from a build.
const tasks = ['generate', '@callside/boosting#build'];

async function main() {
  await setUpProject({ tasks });
  const failures = [];
  for (const [title, command, args] of checks) {
    await runStep(title, localCommand(command), args, { cwd: root, env: quietEnv }).catch((error) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw new StepFailed(failures.map(({ message }) => message).join('\n\n'));
}

await runMain(main);
