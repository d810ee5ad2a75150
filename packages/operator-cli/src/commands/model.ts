import type { ModelsRolledBack, Publication } from '@callside/recommender/models';
import { type TrainingObjective, trainingObjectives } from '@callside/schemas';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { commandOfBrand } from '../brand-work.ts';
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
import type { Output } from '../output.ts';
import { printable } from '../table.ts';
import { DryRunEnd, type ModelWork, withModels, withModelsOfBrand } from '../with-models.ts';
import { registerModelExchange } from './model-exchange.ts';

interface PublishOptions extends BrandOption, DryRunOption {
  force?: boolean;
}

interface TrainOptions extends BrandOption {
  seed: number;
  objective: TrainingObjective;
  publish?: true;
  nextIn?: number;
  verbose?: true;
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
  registerModelExchange(model, context);
}

function registerTrain(model: Command, context: CommandContext): void {
  commandOfBrand(model, 'train')
    .description("train a model from the brand's orders and measure it; it is in service once it is published")
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
    .option('--publish', 'put it into service, unless it ranks worse than what it would replace')
    .option(
      '--next-in <time>',
      'for a schedule: when it trains the next one, such as 24h; the console shows it',
      argument.duration,
    )
    .option('--verbose', 'also print the tables of the measurement')
    .addHelpText(
      'after',
      '\nExamples:\n  callside model train --brand acme\n  callside model train --brand acme --seed 2 --verbose\n  callside model train --brand acme --objective margin\n  callside model train --brand acme --publish',
    )
    .action(async (options: TrainOptions) => {
      const { report, ...outcome } = await withModelsOfBrand(
        context,
        options.brand,
        async (models, brand, { prisma }) => {
          const { seed, objective, nextIn: nextTrainingIn } = options;
          const trained = await models.train({ brand, seed, objective, nextTrainingIn });
          await recordAudit(prisma, {
            brandId: brand.id,
            action: 'model.train',
            subject: trained.report.artifact_version,
            detail: { seed, objective },
          });
          return options.publish ? models.publishMeasured({ brand, report: trained.report }) : trained;
        },
      );
      const output = context.output();
      await output.result({ ...report, ...outcome }, () =>
        [...(options.verbose ? [describeReport(report)] : []), describeVerdict(report)].join('\n\n'),
      );
      const oldOrders = describeOldOrders(report, context.now());
      if (oldOrders !== null) output.note(oldOrders);
      if ('published' in outcome && outcome.published) return notePublished(output, { report, ...outcome });
      output.note(
        describePublishing(outcome, `callside model publish ${report.artifact_version} --brand ${options.brand}`),
      );
    });
}

function registerEvaluate(model: Command, context: CommandContext): void {
  commandOfBrand(model, 'evaluate')
    .description('measure a model on the latest purchases')
    .argument('[version]', 'the model (default: the one in service)')
    .addHelpText('after', '\nExample:\n  callside model evaluate --brand acme')
    .action(async (version: string | undefined, options: BrandOption) => {
      const { report } = await withModelsOfBrand(context, options.brand, (models, brand) =>
        models.evaluate({ brand, ...(version !== undefined && { version }) }),
      );
      await context.output().result(report, () => describeReport(report));
    });
}

function registerPublish(model: Command, context: CommandContext): void {
  commandOfBrand(model, 'publish')
    .description('put a model into service, unless it is shown to rank worse than what it would replace')
    .argument('<version>', 'the model, as `model train` and `model list` show it')
    .option('--force', 'publish it even when it ranks worse')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside model publish 20261121T180000-0a1b2c3d --brand acme')
    .action(async (version: string, { brand: slug, force = false, dryRun }: PublishOptions) => {
      const publish: ModelWork<Publication> = (models, brand) => models.publish({ brand, version, force });
      const publication = await withModelsOfBrand(context, slug, publish, { dryRun });
      if (publication instanceof DryRunEnd) return printDryRun(context, publication);
      const { report, ...outcome } = publication;
      if (!outcome.published) {
        throw new OperatorError(`${version} is not published: ${outcome.findings.join('; ')}`, {
          code: 'worse',
          hint: '--force publishes it anyway',
        });
      }
      const output = context.output();
      await output.result({ ...report, ...outcome }, () => describeReport(report));
      notePublished(output, publication);
    });
}

function notePublished(output: Output, { report, verdict, findings, problem }: Publication): void {
  const { artifact_version } = report;
  output.note(`Published ${artifact_version}${verdict === 'worse' ? ' anyway' : ''}: ${findings.join('; ')}`);
  if (problem !== null) output.note(`It cannot be served: ${problem}`);
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
  commandOfBrand(model, 'rollback')
    .description(
      'put the last model that was published before and can serve into service again, else the bundled model',
    )
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
