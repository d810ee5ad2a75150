import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietEnv, root } from './project.mjs';
import { execute, runStep, StepFailed } from './run-step.mjs';

/** Checks a commit out into a temporary directory, builds it with its own scripts, and removes it after `work`. */
export async function withEarlierRelease(commit, signal, work) {
  await requireCommit(commit);
  const parent = await mkdtemp(path.join(tmpdir(), 'callside-earlier-'));
  const directory = path.join(parent, 'release');
  try {
    await runStep(`check ${commit} out`, 'git', ['worktree', 'add', '--detach', directory, commit], { cwd: root });
    signal.throwIfAborted();
    await runStep(`build ${commit}`, 'npm', ['run', 'setup'], { cwd: directory, env: quietEnv });
    signal.throwIfAborted();
    await work(directory);
  } finally {
    await rm(parent, { recursive: true, force: true });
    await execute('git', ['worktree', 'prune'], { cwd: root });
  }
}

async function requireCommit(commit) {
  await execute('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`], {
    cwd: root,
  }).catch(() => {
    throw new StepFailed(`This clone has no commit ${commit}. Fetch the whole history: git fetch --unshallow`);
  });
}
