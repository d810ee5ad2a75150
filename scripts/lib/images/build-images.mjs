import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quietEnv, root } from '../project.mjs';
import { execute, StepFailed, withProgress } from '../run-step.mjs';
import { checkImage, inMegabytes } from './check-image.mjs';
import { makeLocalBase } from './local-base.mjs';

export const imageOf = (name) => `callside/${name}`;

const names = ['call-events', 'recommender', 'demo'];

/** Builds the images of both services and of the demo, and prints how much larger each is than its base. */
export async function buildImages(engine, nodeImage = nodeImageOfDockerfile()) {
  await ensureBase(engine, nodeImage);
  const volumes = await volumesOfMachine();
  for (const name of names) {
    await withProgress(`build ${imageOf(name)} with ${engine.name}`, () =>
      engine.build({ target: name, tag: imageOf(name), nodeImage, volumes }),
    );
  }
  const baseFiles = await withProgress('read the files of the base', () => engine.listFiles(nodeImage));
  for (const name of names) {
    const image = imageOf(name);
    const check = () => checkImage(engine, { name, image, baseFiles });
    const { bytes, limitBytes } = await withProgress(`check ${image}`, check);
    process.stdout.write(`  ${inMegabytes(bytes)} above ${nodeImage}, limit ${inMegabytes(limitBytes)}\n`);
  }
}

function nodeImageOfDockerfile() {
  const text = readFileSync(path.join(root, 'infra/docker/Dockerfile'), 'utf8');
  return /^ARG NODE_IMAGE=(\S+)$/m.exec(text)[1];
}

async function ensureBase(engine, nodeImage) {
  if (await engine.hasImage(nodeImage)) return;
  try {
    await withProgress(`pull ${nodeImage}`, () => engine.pull(nodeImage));
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stdout.write('  it cannot be pulled here\n');
    await makeLocalBase(engine, nodeImage);
  }
}

/** The files with which npm on this machine reaches its registry. They are mounted during the build and are not part of the image. */
async function volumesOfMachine() {
  const npmConfig = async (name) =>
    (await execute('npm', ['config', 'get', name], { env: quietEnv })).trim().split('\n').at(-1);
  const mounts = [
    ['/etc/ssl/certs', '/etc/ssl/certs'],
    [await npmConfig('userconfig'), '/root/.npmrc'],
    [await npmConfig('globalconfig'), '/usr/local/etc/npmrc'],
  ];
  return mounts.filter(([source]) => existsSync(source)).map(([source, target]) => `${source}:${target}:ro`);
}
