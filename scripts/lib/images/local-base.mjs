import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietEnv } from '../project.mjs';
import { execute, StepFailed, withProgress } from '../run-step.mjs';

const nodeTag = /(?:^|\/)node:(\d+)(?:\.[\d.]+)?-([a-z]+)-slim$/;

/**
 * Makes the image of Node.js on Debian where no registry of images can be reached, under the name of the real one: a minimal Debian
 * from this machine's mirror, Node.js and npm.
 */
export async function makeLocalBase(engine, nodeImage) {
  const [, major, suite] = nodeTag.exec(nodeImage) ?? [];
  if (major === undefined) {
    throw new StepFailed(
      `${nodeImage} cannot be pulled, and only node:<major>-<Debian release>-slim can be made here.`,
    );
  }
  await requireDebootstrap(nodeImage);
  const dir = await mkdtemp(path.join(tmpdir(), 'callside-base-'));
  try {
    const rootfs = path.join(dir, 'rootfs');
    await withProgress(`make ${nodeImage} from Debian packages`, () => makeDebian(suite, rootfs));
    await withProgress(`add Node.js ${major} and npm`, () => addNode(major, rootfs, dir));
    await withProgress('store the image', () => engine.importDirectory(rootfs, nodeImage));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function requireDebootstrap(nodeImage) {
  const { ensureDebianCommand } = await import('../../../dev/embedded/dist/index.js');
  if (process.getuid() === 0 && (await ensureDebianCommand('debootstrap', 'debootstrap')) !== null) return;
  throw new StepFailed(`${nodeImage} cannot be pulled. To make it here, run as root on Debian: it needs debootstrap.`);
}

async function makeDebian(suite, rootfs) {
  await execute('debootstrap', ['--variant=minbase', suite, rootfs, await mirrorOf(suite)]);
  for (const cache of ['var/cache/apt', 'var/lib/apt/lists']) {
    await rm(path.join(rootfs, cache), { recursive: true, force: true });
  }
}

/** Where this machine gets its own packages from. */
async function mirrorOf(suite) {
  const filters = ['Created-By: Packages', `Codename: ${suite}`, 'Component: main'];
  const uris = await execute('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters]).catch(() => '');
  return uris.split('\n')[0] || 'http://deb.debian.org/debian';
}

async function addNode(major, rootfs, dir) {
  const usrLocal = path.join(rootfs, 'usr/local');
  await cp(await nodeOf(major, dir), path.join(usrLocal, 'bin/node'));
  const npm = (await execute('npm', ['root', '--global'], { env: quietEnv })).trim().split('\n').at(-1);
  // npmrc would be this machine's settings.
  const filter = (source) => path.basename(source) !== 'npmrc';
  await cp(path.join(npm, 'npm'), path.join(usrLocal, 'lib/node_modules/npm'), { recursive: true, filter });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(usrLocal, 'bin', name));
  }
}

/** This machine's own Node.js if it has that version; otherwise the one that is an npm package. */
async function nodeOf(major, dir) {
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const name = `node-linux-${process.arch}`;
  await execute('npm', ['install', '--prefix', dir, '--ignore-scripts', `${name}@${major}`], { env: quietEnv });
  return path.join(dir, 'node_modules', name, 'bin/node');
}
