import { quietEnv, root } from '../project.mjs';
import { execute, StepFailed } from '../run-step.mjs';

const names = ['docker', 'podman', 'buildah'];

// Builds then need neither namespaces nor cgroups. podman builds with the code of buildah.
const env = { ...quietEnv, BUILDAH_ISOLATION: 'chroot' };

/**
 * The program that builds images: the named one, or the first that works. buildah also works on machines that can start no
 * containers; it is installed as root on Debian.
 */
export async function findEngine(name) {
  // Built by the set-up.
  const { ensureDebianCommand } = await import('../../../dev/embedded/dist/index.js');
  if (name !== undefined && !names.includes(name)) {
    throw new StepFailed(`--engine ${name} is not known. Known are ${names.join(', ')}.`);
  }
  for (const candidate of name === undefined ? names : [name]) {
    if (candidate === 'buildah') await ensureDebianCommand('buildah', 'buildah');
    if (await answers(candidate)) return createEngine(candidate);
  }
  throw new StepFailed(
    `${name ?? 'Neither docker, podman nor buildah'} does not work here. Install one of them (Debian: apt-get install buildah).`,
  );
}

// `docker info` asks the daemon.
function answers(name) {
  return execute(name, ['info'], { env }).then(
    () => true,
    () => false,
  );
}

function createEngine(name) {
  const isBuildah = name === 'buildah';
  const run = (...args) => execute(name, args, { cwd: root, env });

  /** Runs a command as root in a new container of the image. */
  async function runAsRoot(image, command) {
    if (!isBuildah) {
      const options = ['--rm', '--user=0:0', '--network=none', '--no-healthcheck', '--entrypoint=', ...limits(name)];
      return run('run', ...options, image, ...command);
    }
    const container = (await run('from', '--pull-never', image)).trim();
    try {
      return await run('run', '--user=0:0', container, '--', ...command);
    } finally {
      await run('rm', container);
    }
  }

  return {
    name,
    hasImage: (image) =>
      (isBuildah ? run('inspect', '--type=image', image) : run('image', 'inspect', image)).then(
        () => true,
        () => false,
      ),
    pull: (image) => run('pull', image),
    /** An image of the files in a directory. */
    importDirectory: (directory, image) =>
      isBuildah ? importWithBuildah(run, directory, image) : importArchive(name, directory, image),
    build: ({ target, tag, nodeImage, volumes }) =>
      run(
        'build',
        '--file=infra/docker/Dockerfile',
        `--target=${target}`,
        `--tag=${tag}`,
        `--build-arg=NODE_IMAGE=${nodeImage}`,
        // The OCI format has no health check. Docker's builder has neither option.
        ...(name === 'docker' ? [] : ['--layers', '--format=docker', ...volumes.map((volume) => `--volume=${volume}`)]),
        '.',
      ),
    /** The health check and the command of an image, each as a list of arguments. */
    configurationOf: async (image) => configurationIn(JSON.parse(await run('inspect', '--type=image', image))),
    /** The files of an image: path → size in bytes. */
    listFiles: async (image) => {
      const listing = await runAsRoot(image, findFiles);
      const files = listing.trim().split('\n').map(sizeOfPath);
      return new Map(files.filter(([file]) => !filesOfEngine.includes(file)));
    },
  };
}

/** buildah describes one image in a form of its own. */
function configurationIn(inspected) {
  const image = inspected.Docker ?? inspected[0];
  const config = image.config ?? image.Config;
  const [kind, ...healthCheck] = (config.Healthcheck ?? image.Healthcheck)?.Test ?? [];
  if (kind !== 'CMD') throw new StepFailed('the image has no health check without a shell');
  return { healthCheck, command: config.Cmd };
}

/** Written for each container. */
const filesOfEngine = ['/etc/hosts', '/etc/hostname', '/etc/resolv.conf'];

// Without /run, in which the engines mark their containers.
const findFiles = ['find', '/', '-xdev', '-path', '/run', '-prune', '-o', '-not', '-type', 'd', '-printf', '%s %p\\n'];

function sizeOfPath(line) {
  const space = line.indexOf(' ');
  return [line.slice(space + 1), Number(line.slice(0, space))];
}

/** podman raises the limits of a container, which not every machine allows. */
function limits(name) {
  return name === 'podman' ? ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'] : [];
}

async function importWithBuildah(run, directory, image) {
  const container = (await run('from', 'scratch')).trim();
  try {
    await run('add', '--quiet', container, directory, '/');
    await run('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
    await run('commit', '--quiet', container, image);
  } finally {
    await run('rm', container);
  }
}

function importArchive(name, directory, image) {
  const path = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const script = 'set -o pipefail; tar --create --numeric-owner --directory "$1" . | "$0" import --change "$2" - "$3"';
  return execute('bash', ['-c', script, name, directory, path, image], { env });
}
