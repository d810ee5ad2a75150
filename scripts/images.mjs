import { parseArgs } from 'node:util';
import { buildImages } from './lib/images/build-images.mjs';
import { findEngine } from './lib/images/engine.mjs';
import { tryImages } from './lib/images/try-images.mjs';
import { runMain } from './lib/run-main.mjs';
import { setUpProject } from './lib/set-up-project.mjs';

/**
 * Builds the images of both services and of the demo: npm run images -- [--engine docker|podman|buildah] [--node-image IMAGE] [--try]. With --try it
 * also runs them with a real PostgreSQL and Redis.
 */
async function main() {
  const options = { engine: { type: 'string' }, 'node-image': { type: 'string' }, try: { type: 'boolean' } };
  const { values } = parseArgs({ options });
  await setUpProject();
  const engine = await findEngine(values.engine);
  await buildImages(engine, values['node-image']);
  if (values.try) await tryImages(engine);
}

await runMain(main);
