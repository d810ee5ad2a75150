import type { Database } from '@callside/database';
import type { ModelOperations } from '@callside/recommender/models';
import { type AuditEntry, recordAudit } from './audit-log.ts';
import { type Brand, findBrand } from './brand.ts';
import { type CommandContext, withDatabase } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { createProgress } from './progress.ts';

/** Ends a dry run at the point where the change would be recorded; nothing is changed before that. */
export class DryRunEnd extends Error {
  readonly entry: AuditEntry;

  constructor(entry: AuditEntry) {
    super('the dry run ends here');
    this.entry = entry;
  }
}

/** Loads the code for training and evaluation only for these commands, because it is large. */
export async function withModels<Result>(
  context: CommandContext,
  work: (models: ModelOperations, database: Database) => Promise<Result>,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<Result> {
  const { createChangeOnRecord, createModelOperations, explainModelProblem } = await import(
    '@callside/recommender/models'
  );
  const progress = createProgress(context.output().stderr);
  try {
    return await withDatabase(context, async (database) => {
      const models = createModelOperations({
        transaction: database.transaction,
        artifactDirectory: context.settings.artifactDirectory(),
        deployment: (await database.prisma.deployment.findFirst())?.id ?? '',
        sizedArticleTypes: context.settings.sizedArticleTypes(),
        now: context.now,
        onProgress: ({ step, done, total }) => progress.step(step, done, total),
        changeOnRecord: createChangeOnRecord({
          transaction: database.transaction,
          record: async (entry) => {
            if (dryRun) throw new DryRunEnd(entry);
            await recordAudit(database.prisma, entry);
          },
        }),
      });
      return work(models, database);
    });
  } catch (error) {
    const problem = explainModelProblem(error);
    throw problem === null ? error : new OperatorError(problem, { cause: error });
  } finally {
    progress.end();
  }
}

export type ModelWork<Result> = (models: ModelOperations, brand: Brand, database: Database) => Promise<Result>;

/** The same for one brand. With `dryRun` it resolves to the end of the dry run. */
export function withModelsOfBrand<Result>(
  context: CommandContext,
  slug: string,
  work: ModelWork<Result>,
): Promise<Result>;
export function withModelsOfBrand<Result>(
  context: CommandContext,
  slug: string,
  work: ModelWork<Result>,
  options: { dryRun: boolean | undefined },
): Promise<Result | DryRunEnd>;
export async function withModelsOfBrand<Result>(
  context: CommandContext,
  slug: string,
  work: ModelWork<Result>,
  options: { dryRun: boolean | undefined } = { dryRun: false },
): Promise<Result | DryRunEnd> {
  const inBrand = async (models: ModelOperations, database: Database) =>
    work(models, await findBrand(database.prisma, slug), database);
  try {
    return await withModels(context, inBrand, options);
  } catch (error) {
    if (error instanceof DryRunEnd) return error;
    throw error;
  }
}
