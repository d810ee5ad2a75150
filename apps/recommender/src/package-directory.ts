import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The directory of this package. It is found by its name, because `import.meta.url` is that of a bundle in the build. */
export const packageDirectory = dirname(createRequire(import.meta.url).resolve('@callside/recommender/package.json'));
