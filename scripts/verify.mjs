import { localCommand, quietEnv, root } from './lib/project.mjs';
import { jestCommand } from './lib/run-jest.mjs';
import { runMain } from './lib/run-main.mjs';
import { runStep, StepFailed } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

const checks = {
  'format and lint': local('biome', ['check', '--error-on-warnings', '--colors=off']),
  types: local('tsc', ['--noEmit', '-p', 'tsconfig.json']),
  'types of the console': local('tsc', ['--noEmit', '-p', 'apps/console/tsconfig.json']),
  'unit tests': () => [process.execPath, [...jestCommand, '--selectProjects', 'unit']],
  'unused code': local('knip', ['--no-config-hints', '--no-progress']),
};

// The checks of a group run at the same time, because one of them does not use both processors all the time.
const groups = [['format and lint'], ['types', 'types of the console'], ['unit tests', 'unused code']];

// The checks read the sources. Only the training's threads are started from a build.
const tasks = ['generate', '@callside/boosting#build'];

async function main() {
  await setUpProject({ tasks });
  const failures = [];
  const run = (title) =>
    runStep(title, ...checks[title](), { cwd: root, env: quietEnv }).catch((error) => failures.push(error));
  for (const group of groups) await Promise.all(group.map(run));
  if (failures.length > 0) throw new StepFailed(failures.map(({ message }) => message).join('\n\n'));
}

/** Looked up when it runs: a fresh clone has no packages before. */
function local(command, args) {
  return () => [localCommand(command), args];
}

await runMain(main);
