import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The directory of this package. Found by its name: in the build, `import.meta.url` is that of a bundle. */
export const packageDirectory = dirname(createRequire(import.meta.url).resolve('@callside/recommender/package.json'));
