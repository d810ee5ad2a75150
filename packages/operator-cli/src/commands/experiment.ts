import { type Prisma, type Query, queryWithin } from '@callside/database';
import {
  type Arm,
  armNames,
  type ExperimentOnFile,
  type ExperimentResult,
  findExperiment,
  parseArms,
  readExperimentResult,
  startExperiment,
  stopExperiment,
  verdictsInWords,
} from '@callside/experiments';
import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { type Brand, findBrand } from '../brand.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';
import { withModels } from '../with-models.ts';

interface NamedExperiment {
  brand: string;
  name: string;
}

export function registerExperimentCommands(program: Command, context: CommandContext): void {
  const experiment = program
    .command('experiment')
    .description('experiments: do offers, or another model, earn more for each call?');
  registerStart(experiment, context);
  registerShow(experiment, context);
  registerStop(experiment, context);
}

function registerStart(experiment: Command, context: CommandContext): void {
  commandOfBrand(experiment, 'start')
    .description('divide the callers of a brand into arms; running services do it within 5 seconds')
    .requiredOption('--name <name>', 'lower-case letters, digits and hyphens', nameOf)
    .requiredOption('--arms <list>', 'the arms with their percentages, which add up to 100', armsOf)
    .addHelpText(
      'after',
      `
Arms: holdout (no offers), current (what serves today), model=VERSION (a stored model). A caller stays in their arm. A brand has one experiment
at a time.

Examples:
  callside experiment start --brand acme --name do-offers-help --arms holdout:10,current:90
  callside experiment start --brand acme --name new-model --arms current:50,model=20261121T180000-0a1b2c3d:50`,
    )
    .action(async ({ arms, ...options }: NamedExperiment & { arms: Arm[] }) => {
      await requireModels(context, options.brand, arms);
      await printChangeOfBrand(context, options, {
        change: (transaction, brand) => start(transaction, brand, { name: options.name, arms }),
        text: ({ name }) => `Experiment ${name} is in force for the next calls.`,
      });
    });
}

function registerShow(experiment: Command, context: CommandContext): void {
  commandOfBrand(experiment, 'show')
    .description('what each arm earned for each call, and whether a difference is shown')
    .requiredOption('--name <name>', 'name of the experiment')
    .addHelpText('after', '\nExample:\n  callside experiment show --brand acme --name do-offers-help')
    .action((options: NamedExperiment) =>
      printOfBrand(context, options, {
        read: ({ query }, brand) => show(query, brand, options.name),
        text: describe,
      }),
    );
}

function registerStop(experiment: Command, context: CommandContext): void {
  commandOfBrand(experiment, 'stop')
    .description('end an experiment; the result goes to the audit log, and all callers get what serves today')
    .requiredOption('--name <name>', 'name of the experiment')
    .addHelpText('after', '\nExample:\n  callside experiment stop --brand acme --name do-offers-help')
    .action((options: NamedExperiment) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => stop(transaction, brand, options.name),
        text: (stopped) => `Experiment ${stopped.name} has ended.\n\n${describe(stopped)}`,
      }),
    );
}

async function start(
  transaction: Prisma.TransactionClient,
  { id: brandId, slug }: Brand,
  { name, arms }: { name: string; arms: Arm[] },
) {
  const started = await startExperiment(queryWithin(transaction), { brandId, name, arms });
  if (started === 'taken') {
    throw new OperatorError(`the brand ${slug} has had an experiment ${name}`, {
      code: 'conflict',
      hint: 'choose another name: the calls of both would be mixed',
    });
  }
  if ('running' in started) {
    throw new OperatorError(`the experiment ${started.running} is in force`, {
      code: 'conflict',
      hint: `\`callside experiment stop --brand ${slug} --name ${started.running}\` ends it`,
    });
  }
  await recordAudit(transaction, { brandId, action: 'experiment.start', subject: name, detail: { arms } });
  return viewOf(started);
}

async function show(query: Query, { id: brandId, slug, currency }: Brand, name: string) {
  const found = await findExperiment(query, brandId, name);
  if (found === null) throw notFound(slug, name);
  return { ...viewOf(found), ...resultView(await readExperimentResult(query, brandId, found), currency) };
}

async function stop(transaction: Prisma.TransactionClient, brand: Brand, name: string) {
  const query = queryWithin(transaction);
  const stopped = await stopExperiment(query, brand.id, name);
  if (stopped === null) throw notFound(brand.slug, name, ' in force');
  const result = resultView(await readExperimentResult(query, brand.id, stopped), brand.currency);
  const detail = { verdict: result.sentences, sample_ratio_ok: result.sample_ratio_ok };
  await recordAudit(transaction, { brandId: brand.id, action: 'experiment.stop', subject: name, detail });
  return { ...viewOf(stopped), ...result };
}

function notFound(slug: string, name: string, state = ''): OperatorError {
  return new OperatorError(`the brand ${slug} has no experiment ${name}${state}`, { code: 'not_found' });
}

function viewOf({ name, arms, startedAt, stoppedAt }: ExperimentOnFile) {
  return { name, arms, started_at: startedAt, stopped_at: stoppedAt };
}

function resultView({ arms: figures, ...result }: ExperimentResult, currency: string) {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return { figures, ...result, sentences: verdictsInWords(result, (amount) => format.format(amount)) };
}

function describe({ figures, sample_ratio_ok, sentences }: ReturnType<typeof resultView>): string {
  const table = formatTable(
    ['ARM', 'SHARE', 'CALLERS', 'CALLS', 'REVENUE', 'FOR EACH CALL'],
    figures.map(({ arm, percent, callers, calls, revenue, revenue_per_call }) => [
      arm,
      `${percent} %`,
      String(callers),
      String(calls),
      revenue.toFixed(2),
      revenue_per_call?.toFixed(2) ?? '-',
    ]),
  );
  const warning = sample_ratio_ok ? [] : ['Something keeps callers of an arm out: do not trust the figures.'];
  return printable([table, ...warning, ...sentences].join('\n'));
}

/** Each model of the arms must be on file and able to serve. */
async function requireModels(context: CommandContext, slug: string, arms: readonly Arm[]): Promise<void> {
  const versions = arms.flatMap(({ name }) =>
    name.startsWith(armNames.modelPrefix) ? name.slice(armNames.modelPrefix.length) : [],
  );
  if (versions.length === 0) return;
  const models = await withModels(context, async (operations, { prisma }) => {
    await findBrand(prisma, slug);
    return operations.list(slug);
  });
  for (const version of versions) {
    if (models.some((model) => model.version === version && model.problem === null)) continue;
    throw new OperatorError(`the brand ${slug} has no model ${version} that can serve`, {
      code: 'not_found',
      hint: `\`callside model list --brand ${slug}\` shows its models`,
    });
  }
}

function nameOf(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 40 lower-case letters, digits and hyphens.');
}

function armsOf(text: string): Arm[] {
  const arms = parseArms(text);
  if (typeof arms === 'string') throw new InvalidArgumentError(`${arms}. Example: holdout:10,current:90`);
  return arms;
}
