import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.mjs';
import { StepFailed } from './run-step.mjs';

const noRedis =
  'This needs Redis. Install redis-server or valkey-server (Debian: apt-get install redis-server), ' +
  'or set REDIS_URL to one that it may use.';

/**
 * The servers of DATABASE_URL and REDIS_URL, or new ones in a temporary directory. `stop` may be called before the start has
 * ended.
 */
export function createTestServers() {
  const dir = path.join(root, '.data', `test-${process.pid}`);
  const started = [];
  return {
    dir,
    async start({ signal, needsPrograms }) {
      await removeLeftovers();
      const embedded = await import('../../dev/embedded/dist/index.js');
      const { startPostgres, startRedis } = embedded;
      const { DATABASE_URL, REDIS_URL } = process.env;
      const keep = (server) => {
        if (server === null) throw new StepFailed(noRedis);
        started.push(server);
        signal.throwIfAborted();
        return server.url;
      };
      if (needsPrograms) await installPrograms(embedded);
      return {
        REDIS_URL: REDIS_URL || keep(await startRedis({ dir })),
        DATABASE_URL: DATABASE_URL || keep(await startPostgres({ dataDir: path.join(dir, 'postgres') })),
      };
    },
    async stop() {
      await Promise.all(started.map((server) => server.stop()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** What some tests run, by command: the Debian package. Tests of an absent program are skipped, and name it. */
const programs = {
  fish: 'fish',
  haproxy: 'haproxy',
  nginx: 'nginx',
  openssl: 'openssl',
  pg_ctlcluster: 'postgresql',
  pgbouncer: 'pgbouncer',
  'redis-cli': 'redis-tools',
  zsh: 'zsh',
};

// The headless Chromium takes less processor time; an installed one is not replaced.
async function installPrograms({ ensureDebianCommand, findCommand }) {
  const ensure = (command) => ensureDebianCommand(command, command);
  if (findCommand('chromium') === null && (await ensure('chromium-headless-shell')) === null) await ensure('chromium');
  for (const [command, debianPackage] of Object.entries(programs)) await ensureDebianCommand(command, debianPackage);
}

// Removes the files of test runs that were killed; their servers have ended.
async function removeLeftovers() {
  const data = path.join(root, '.data');
  for (const name of listDirectory(data)) {
    const pid = /^test-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(path.join(data, name), { recursive: true, force: true });
  }
}

function listDirectory(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
