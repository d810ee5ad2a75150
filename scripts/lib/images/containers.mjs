import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { quietEnv } from '../project.mjs';
import { StepFailed } from '../run-step.mjs';

const execute = promisify(execFile);
const env = { ...quietEnv, BUILDAH_ISOLATION: 'chroot' };

/**
 * Runs images on the host's network. docker and podman give them a read-only root file system and no capabilities; buildah cannot, so
 * `writtenFiles` looks for files that changed.
 */
export async function createContainers(engine, { dir }) {
  const isBuildah = engine.name === 'buildah';
  const marker = path.join(dir, 'before-the-start');
  await writeFile(marker, '');
  const made = [];

  async function commandLine(image, settings, command) {
    const variables = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
    const volume = `--volume=${dir}:${dir}:ro`;
    if (!isBuildah) {
      const limits = engine.name === 'podman' ? ['--ulimit=nofile=8192:8192', '--ulimit=nproc=4096:4096'] : [];
      const restricted = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges'];
      const options = ['--rm', '--network=host', '--no-healthcheck', ...restricted, ...limits, ...variables, volume];
      return ['run', ...options, image, ...command];
    }
    const { stdout } = await execute('buildah', ['from', '--pull-never', image], { env });
    made.push(stdout.trim());
    return ['run', ...variables, volume, stdout.trim(), '--', ...command];
  }

  return {
    /** Runs a command in a new container. Resolves to its standard output. */
    async run(image, command, settings = {}) {
      const args = await commandLine(image, settings, command);
      const { stdout } = await execute(engine.name, args, { env, maxBuffer: 16 * 1024 * 1024 }).catch((error) => {
        throw new StepFailed(`${image} ${command.join(' ')} failed:\n${error.stdout}${error.stderr}`);
      });
      return stdout;
    },
    /** Starts a program and waits until it has said `words`. `stop` resolves to its exit code. */
    async start(image, command, settings, words = '"msg":"listening"') {
      const child = spawn(engine.name, await commandLine(image, settings, command), {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      await said(words, { image, child, ended });
      return {
        stop: () => {
          process.kill(isBuildah ? programBelow(child.pid, command) : child.pid, 'SIGTERM');
          return ended;
        },
      };
    },
    /** The files of the containers that were written to since the start. */
    async writtenFiles() {
      const found = await Promise.all(made.map((container) => changedSince(marker, container)));
      return found.flat();
    },
    remove: () => Promise.all(made.map((container) => execute('buildah', ['rm', container], { env }))),
  };
}

/** The program itself, below `pid`: buildah does not pass signals on. */
function programBelow(pid, command) {
  const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  if ([path.basename(program), ...args].join('\0') === command.join('\0')) return Number(pid);
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
    const found = children === '' ? [] : children.split(' ').map((child) => programBelow(child, command));
    const below = found.find((one) => one !== undefined);
    if (below !== undefined) return below;
  }
  return undefined;
}

function said(words, { image, child, ended }) {
  return new Promise((resolve, reject) => {
    let heard = '';
    const hear = (chunk) => {
      heard += chunk;
      if (heard.includes(words)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    ended.then((code) => reject(new StepFailed(`${image} ended with ${code} before it said ${words}:\n${heard}`)));
  });
}

async function changedSince(marker, container) {
  const { stdout: mounted } = await execute('buildah', ['mount', container], { env });
  const root = mounted.trim();
  // /etc/hosts and /run are buildah's own; /tmp is a file system in memory elsewhere.
  const args = [root, '-xdev', '-type', 'f', '-newer', marker, '-not', '-path', `${root}/etc/hosts`];
  for (const directory of ['run', 'tmp']) args.push('-not', '-path', `${root}/${directory}/*`);
  const { stdout } = await execute('find', args);
  return stdout
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => file.slice(root.length));
}
