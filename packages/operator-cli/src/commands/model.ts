import type { Database } from '@callside/database';
import type { ModelOperations, ModelsRolledBack, Publication } from '@callside/recommender/models';
import { type TrainingObjective, trainingObjectives } from '@callside/schemas';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { type Brand, findBrand } from '../brand.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import {
  describeModels,
  describeOldOrders,
  describePublishing,
  describeReport,
  describeVerdict,
} from '../model-report.ts';
import { OperatorError } from '../operator-error.ts';
import { printable } from '../table.ts';
import { DryRunEnd, withModels } from '../with-models.ts';

interface PublishOptions extends BrandOption, DryRunOption {
  force?: boolean;
}

interface BrandOption {
  brand: string;
}

export function registerModelCommands(program: Command, context: CommandContext): void {
  const model = program.command('model').description('ranking models: trained from orders, measured, published');
  registerTrain(model, context);
  registerEvaluate(model, context);
  registerPublish(model, context);
  registerList(model, context);
  registerRollback(model, context);
}

function registerTrain(model: Command, context: CommandContext): void {
  model
    .command('train')
    .description("train a model from the brand's orders and measure it; it is in service once it is published")
    .requiredOption('--brand <slug>', 'the brand')
    .option(
      '--seed <number>',
      'seed of the random draws; the same orders and seed give the same model',
      argument.seed,
      1,
    )
    .addOption(
      new Option('--objective <name>', 'what a purchase counts in training: 1, its price, or price minus unit_cost')
        .choices(trainingObjectives)
        .default('conversion'),
    )
    .option('--verbose', 'also print the tables of the measurement')
    .addHelpText(
      'after',
      '\nExamples:\n  callside model train --brand acme\n  callside model train --brand acme --seed 2 --verbose\n  callside model train --brand acme --objective margin',
    )
    .action(async (options: BrandOption & { seed: number; objective: TrainingObjective; verbose?: true }) => {
      const { report, verdict } = await withModelsOfBrand(context, options.brand, async (models, brand, { prisma }) => {
        const trained = await models.train({ brand, seed: options.seed, objective: options.objective });
        await recordAudit(prisma, {
          brandId: brand.id,
          action: 'model.train',
          subject: trained.report.artifact_version,
          detail: { seed: options.seed, objective: options.objective },
        });
        return trained;
      });
      const output = context.output();
      await output.result({ ...report, verdict }, () =>
        [...(options.verbose ? [describeReport(report)] : []), describeVerdict(report)].join('\n\n'),
      );
      const oldOrders = describeOldOrders(report, context.now());
      if (oldOrders !== null) output.note(oldOrders);
      output.note(
        describePublishing(verdict, `callside model publish ${report.artifact_version} --brand ${options.brand}`),
      );
    });
}

function registerEvaluate(model: Command, context: CommandContext): void {
  model
    .command('evaluate')
    .description('measure a model on the latest purchases')
    .argument('[version]', 'the model (default: the one in service)')
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', '\nExample:\n  callside model evaluate --brand acme')
    .action(async (version: string | undefined, options: BrandOption) => {
      const { report } = await withModelsOfBrand(context, options.brand, (models, brand) =>
        models.evaluate({ brand, ...(version !== undefined && { version }) }),
      );
      await context.output().result(report, () => describeReport(report));
    });
}

function registerPublish(model: Command, context: CommandContext): void {
  model
    .command('publish')
    .description('put a model into service, unless it may rank worse than the one in service or than no model')
    .argument('<version>', 'the model, as `model train` and `model list` show it')
    .requiredOption('--brand <slug>', 'the brand')
    .option('--force', 'publish it even when it may rank worse')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside model publish 20261121T180000-0a1b2c3d --brand acme')
    .action(async (version: string, { brand: slug, force = false, dryRun }: PublishOptions) => {
      const publish: ModelWork<Publication> = (models, brand) => models.publish({ brand, version, force });
      const publication = await withModelsOfBrand(context, slug, publish, { dryRun });
      if (publication instanceof DryRunEnd) return printDryRun(context, publication);
      const { report, verdict, published, previous } = publication;
      const findings = verdict.findings.join('; ');
      if (!published) {
        throw new OperatorError(`${version} is not published: ${findings}`, {
          hint: '--force publishes it anyway',
        });
      }
      const output = context.output();
      await output.result({ ...report, published, previous, verdict }, () => describeReport(report));
      output.note(`Published ${version}${verdict.passes ? '' : ' anyway'}: ${findings}`);
    });
}

function registerList(model: Command, context: CommandContext): void {
  model
    .command('list')
    .description('show all models, the newest first')
    .option('--brand <slug>', 'only those of this brand')
    .addHelpText('after', '\nExample:\n  callside model list --brand acme')
    .action(async (options: Partial<BrandOption>) => {
      const { brand } = options;
      const models =
        brand === undefined
          ? await withModels(context, (models) => models.list())
          : await withModelsOfBrand(context, brand, (models, { slug }) => models.list(slug));
      await context.output().result(models, () => describeModels(models));
    });
}

function registerRollback(model: Command, context: CommandContext): void {
  model
    .command('rollback')
    .description(
      'put the last model that was published before and can serve into service again, else the bundled model',
    )
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside model rollback --brand acme --dry-run')
    .action(async ({ brand: slug, dryRun }: BrandOption & DryRunOption) => {
      const rollback: ModelWork<ModelsRolledBack> = (models, brand) => models.rollback(brand);
      const change = await withModelsOfBrand(context, slug, rollback, { dryRun });
      if (change instanceof DryRunEnd) return printDryRun(context, change);
      const { current, previous, skipped } = change;
      const output = context.output();
      await output.result({ artifact_version: current, previous, skipped }, () =>
        [
          `${current === 'none' ? 'No model' : current} is in service again; ${previous} no longer is`,
          ...skipped.map(({ version, problem }) => `${version} was skipped, because it cannot serve: ${problem}`),
        ].join('\n'),
      );
    });
}

function printDryRun(context: CommandContext, { entry: { action, subject, detail } }: DryRunEnd): Promise<void> {
  const value = { action, artifact_version: subject, ...detail };
  const text = () =>
    [`${action} ${subject}`, ...Object.entries(detail ?? {}).map(describeDetail)].map(printable).join('\n');
  return printChange(context.output(), value, { dryRun: true, text });
}

/** `findings` and what else the entry has, a line each. */
function describeDetail([name, value]: [string, unknown]): string {
  if (Array.isArray(value)) return `  ${name}: ${value.join('; ')}`;
  return `  ${name}: ${typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? 'none')}`;
}

type ModelWork<Result> = (models: ModelOperations, brand: Brand, database: Database) => Promise<Result>;

function withModelsOfBrand<Result>(context: CommandContext, slug: string, work: ModelWork<Result>): Promise<Result>;
function withModelsOfBrand<Result>(
  context: CommandContext,
  slug: string,
  work: ModelWork<Result>,
  options: { dryRun: boolean | undefined },
): Promise<Result | DryRunEnd>;
async function withModelsOfBrand<Result>(
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
