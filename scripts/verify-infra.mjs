import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietEnv, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { execute, StepFailed, withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

/**
 * Checks infra/ with the tools that read it in production. Arguments select checks whose name has one of them:
 * npm run verify:infra -- compose systemd
 */
async function main() {
  await setUpProject();
  // What it imports is not installed before.
  const { infraChecks } = await import('./lib/infra-checks.mjs');
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for (const check of infraChecks.filter(isSelected)) {
    if ((await ensureTool(check)) === null) {
      counts.skipped += 1;
      process.stdout.write(`- ${check.name} skipped: ${check.tool} is not on PATH${installHint(check)}\n`);
      continue;
    }
    await runCheck(check).then(
      () => (counts.passed += 1),
      (error) => {
        counts.failed += 1;
        failures.push(`${check.name}: ${error.message}`);
      },
    );
  }
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  if (failures.length > 0) throw new StepFailed(failures.join('\n\n'));
}

function isSelected({ name }) {
  const words = process.argv.slice(2);
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
}

// Prints what it installs.
async function ensureTool({ tool, debianPackage }) {
  // Built by the set-up.
  const { ensureDebianCommand, findCommand } = await import('../dev/embedded/dist/index.js');
  return debianPackage === null ? findCommand(tool) : ensureDebianCommand(tool, debianPackage);
}

function installHint({ debianPackage }) {
  return debianPackage === null ? '' : `. Install it: apt-get install ${debianPackage}`;
}

async function runCheck({ name, run }) {
  const dir = await mkdtemp(path.join(tmpdir(), 'callside-infra-'));
  try {
    await withProgress(name, () =>
      run({
        dir,
        execute: (command, args, options) => execute(command, args, { cwd: root, env: quietEnv, ...options }),
      }),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

await runMain(main);
