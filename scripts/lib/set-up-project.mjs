import { checkNodeVersion } from './check-node.mjs';
import { environmentWithPnpm } from './pnpm.mjs';
import { localCommand, manifest, root } from './project.mjs';
import { runStep, withProgress } from './run-step.mjs';

/**
 * Installs, generates the Prisma client and builds; quick when nothing changed. `tasks`: Turborepo's, `package#task` for the task
 * of one package and of those that it needs.
 */
export async function setUpProject({ tasks = ['build'] } = {}) {
  checkNodeVersion();
  const env = await withProgress(`fetch ${manifest.packageManager}`, environmentWithPnpm);
  await runStep('install packages', 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: root, env });
  const args = ['run', ...tasks, '--output-logs=errors-only', '--ui=stream', '--cache=local:rw'];
  await runStep('generate and build', localCommand('turbo'), args, { cwd: root, env });
}
