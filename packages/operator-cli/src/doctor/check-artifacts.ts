import { access, constants, lstat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok } from './check.ts';

/** No finding if ARTIFACT_DIR is not set, because call-events has none. The check writes nothing. */
export async function checkArtifacts(settings: Settings): Promise<Finding[]> {
  const result = settings.check(z.object({ ARTIFACT_DIR: z.string().optional() }));
  if (!result.ok || result.value.ARTIFACT_DIR === undefined) return [];
  const directory = settings.artifactDirectory();
  try {
    await requireWritable(directory);
    return [ok('artifacts', `the account with uid ${process.getuid?.()} may write to ARTIFACT_DIR ${directory}`)];
  } catch (error) {
    const reason = String(Object(error).code ?? error);
    const hint = 'make it writable for the account of the recommender and of `callside model`, or correct ARTIFACT_DIR';
    return [
      failed(
        'artifacts',
        `the account with uid ${process.getuid?.()} cannot write to ARTIFACT_DIR ${directory} (${reason})`,
        hint,
      ),
    ];
  }
}

/** A directory that is missing is made with the first model, so its nearest parent counts. */
async function requireWritable(directory: string): Promise<void> {
  try {
    // With the slash a file is refused.
    await access(`${directory}${path.sep}`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const parent = path.dirname(directory);
    if (Object(error).code !== 'ENOENT' || parent === directory || (await isLinkToNothing(directory))) throw error;
    await requireWritable(parent);
  }
}

/** For a path that was not found: whether there is a link, such as one to a disk that is not mounted. No directory can be made there. */
function isLinkToNothing(directory: string): Promise<boolean> {
  return lstat(directory).then(
    () => true,
    () => false,
  );
}
