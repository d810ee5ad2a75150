import { checkNodeVersion } from './check-node.mjs';
import { environmentWithPnpm } from './pnpm.mjs';
import { localCommand, manifest, root } from './project.mjs';
import { runStep, withProgress } from './run-step.mjs';

/** Installs, generates the Prisma client and builds; quick when nothing changed. `only`: the one package to build. */
export async function setUpProject({ only } = {}) {
  checkNodeVersion();
  const env = await withProgress(`fetch ${manifest.packageManager}`, environmentWithPnpm);
  await runStep('install packages', 'pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: root, env });
  const build = ['run', 'build', '--output-logs=errors-only', '--ui=stream', '--cache=local:rw'];
  if (only !== undefined) build.push(`--filter=${only}`);
  await runStep('generate and build', localCommand('turbo'), build, { cwd: root, env });
}
