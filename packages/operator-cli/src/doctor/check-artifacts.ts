import { access, constants, lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@callside/database';
import { z } from 'zod';
import type { CommandContext } from '../command-context.ts';
import { withModels } from '../with-models.ts';
import { type Finding, failed, ok } from './check.ts';

/** No finding if ARTIFACT_DIR is not set, because call-events has none. The check writes nothing. */
export async function checkArtifacts(context: CommandContext, database: Database | null): Promise<Finding[]> {
  const { settings } = context;
  const result = settings.check(z.object({ ARTIFACT_DIR: z.string().optional() }));
  if (!result.ok || result.value.ARTIFACT_DIR === undefined) return [];
  const directory = settings.artifactDirectory();
  try {
    await requireWritable(directory);
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
  const findings = database === null ? [] : await checkPublished(context, database);
  if (findings.length > 0) return findings;
  return [ok('artifacts', `the account with uid ${process.getuid?.()} may write to ARTIFACT_DIR ${directory}`)];
}

/** A finding for each brand whose published model the recommender would refuse. */
async function checkPublished(context: CommandContext, { prisma }: Database): Promise<Finding[]> {
  const brands = await prisma.brand.findMany({ select: { slug: true }, orderBy: { slug: 'asc' } });
  const problems = await withModels(context, (models) =>
    Promise.all(brands.map(async ({ slug }) => ({ slug, problem: await models.problemOfPublished(slug) }))),
  );
  return problems.flatMap(({ slug, problem }) => {
    if (problem === null) return [];
    const hint = `publish another one (\`callside model list --brand ${slug}\`), or \`callside model rollback --brand ${slug}\``;
    return [failed('artifacts', `the published model of ${slug} cannot be served: ${problem}`, hint)];
  });
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
