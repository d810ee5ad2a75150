import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callsideCommand } from './lib/callside-command.mjs';
import { postJson } from './lib/post-json.mjs';
import { quietEnv, root } from './lib/project.mjs';
import { runMain } from './lib/run-main.mjs';
import { execute, StepFailed, withProgress } from './lib/run-step.mjs';
import { setUpProject } from './lib/set-up-project.mjs';
import { withTestServers } from './lib/with-test-servers.mjs';

const brand = 'acme';
const started = { agent_email: 'ann@acme.example', phone_number: '(415) 555-2671', event_id: 'before-the-upgrade' };

/**
 * Upgrades from the last release: its services record data, then these sources migrate the database and go on with it. Passes when there
 * is no release yet.
 */
async function main() {
  const tag = await lastRelease();
  if (tag === null) {
    process.stdout.write('There is no tag v* before this commit: no release to upgrade from.\n');
    return;
  }
  await setUpProject();
  await withTestServers({}, async ({ env: stores, signal, dir }) => {
    const earlier = path.join(dir, tag);
    const git = (...args) => execute('git', args, { cwd: root });
    await git('worktree', 'add', '--detach', earlier, tag);
    try {
      const settings = { ...stores, SESSION_SECRET: randomBytes(32).toString('hex') };
      await withProgress(`build ${tag}`, () => execute('npm', ['run', 'setup'], { cwd: earlier, env: quietEnv }));
      const key = await withProgress(`${tag} records a call`, () => recordCall(earlier, { settings, signal }));
      await withProgress('these sources keep the data', () => upgrade({ settings, signal, key }));
    } finally {
      await git('worktree', 'remove', '--force', earlier);
    }
  });
}

/** The tag before this commit, which may have the tag of the next release. */
async function lastRelease() {
  const describe = execute('git', ['describe', '--tags', '--match=v*', '--abbrev=0', 'HEAD^'], { cwd: root });
  return describe.then(
    (output) => output.trim(),
    () => null,
  );
}

async function recordCall(directory, { settings, signal }) {
  const callside = callsideCommand(settings, signal, directory);
  await callside('db', 'migrate');
  await callside('brand', 'create', `--slug=${brand}`, '--name=Acme', '--country=US', '--host=127.0.0.1');
  await callside('user', 'add', `--brand=${brand}`, `--email=${started.agent_email}`, '--name=Ann', '--active');
  const { key } = await callside('key', 'issue', `--brand=${brand}`, '--feature=call-events');
  await withCallEvents(directory, settings, async (url) => {
    const answer = await postJson(`${url}/call-events/call-started`, key, started);
    assert.equal(answer.call_active, true);
  });
  return key;
}

async function upgrade({ settings, signal, key }) {
  // Not installed before the project is set up.
  const { contentOfTables } = await import('./lib/table-contents.mjs');
  const before = await contentOfTables(settings.DATABASE_URL);
  await callsideCommand(settings, signal)('db', 'migrate');
  assert.deepEqual(await contentOfTables(settings.DATABASE_URL, before), before);
  await withCallEvents(root, settings, async (url) => {
    const again = await postJson(`${url}/call-events/call-started`, key, started);
    assert.deepEqual([again.duplicate, again.call_active], [true, true]);
    const end = () => postJson(`${url}/call-events/call-ended`, key, { agent_email: started.agent_email });
    assert.deepEqual([(await end()).call_active, (await end()).call_active], [true, false]);
  });
}

/** Runs call-events while `act` runs. */
async function withCallEvents(directory, settings, act) {
  const { findFreePort } = await import('../dev/embedded/dist/index.js');
  const PORT = String(await findFreePort());
  const env = { ...process.env, ...settings, PORT, BIND: '127.0.0.1' };
  const service = spawn(process.execPath, ['apps/call-events/dist/main.js'], { cwd: directory, env, stdio: 'ignore' });
  const ended = once(service, 'exit');
  const url = `http://127.0.0.1:${PORT}`;
  try {
    const deadline = Date.now() + 30_000;
    while (
      !(await fetch(`${url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      ))
    ) {
      if (service.exitCode !== null || Date.now() > deadline)
        throw new StepFailed(`call-events of ${directory} did not start`);
      await sleep(100);
    }
    await act(url);
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

await runMain(main);
