import { parseArgs } from 'node:util';
import { buildImages } from './lib/images/build-images.mjs';
import { findEngine } from './lib/images/engine.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

/** Builds the images of both services: npm run images -- [--engine docker|podman|buildah] [--node-image IMAGE] */
async function main() {
  const { values } = parseArgs({ options: { engine: { type: 'string' }, 'node-image': { type: 'string' } } });
  await setUpProject();
  await buildImages(await findEngine(values.engine), values['node-image']);
}

await runMain(main);
