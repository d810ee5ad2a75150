import { type MerchandisingRule, ruleConditions, ruleKinds, ruleSchema } from '@callside/schemas';
import { type Command, Option } from 'commander';
import { changeOfBrand, commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { findUnknown, listRules, removeRule, setRule, unknownPin } from '../merchandising-rule.ts';
import { formatTable, printable } from '../table.ts';

interface NamedRule extends DryRunOption {
  brand: string;
  name: string;
}

interface RuleOptions extends NamedRule {
  kind: string;
  sku?: string;
  articleType?: string;
  attribute?: string;
  value?: string;
  rank?: string;
  factor?: string;
  most?: string;
  price?: string;
  from?: string;
  until?: string;
  when?: string[];
}

/** The option for each field of a rule. */
const flags: Readonly<Record<string, string>> = {
  article_type: '--article-type',
  condition: '--when',
  context: '--when',
};

export function registerRulesCommands(program: Command, context: CommandContext): void {
  const rules = program.command('rules').description('merchandising rules: pin, block, boost, cap and lowest price');
  registerSet(rules, context);
  registerList(rules, context);
  registerRemove(rules, context);
}

function registerSet(rules: Command, context: CommandContext): void {
  commandOfBrand(rules, 'set')
    .alias('add')
    .description('add a rule, or replace the one of that name; running services use it within 5 seconds')
    .requiredOption('--name <name>', 'name of the rule: lower-case letters, digits and hyphens')
    .addOption(new Option('--kind <kind>', 'what it does').choices(ruleKinds).makeOptionMandatory())
    .option('--sku <sku>', 'the product that it applies to')
    .option('--article-type <type>', 'the article type that it applies to')
    .option('--attribute <column>', 'a column of the catalogue, such as metal; with --value')
    .option('--value <value>', 'value of the attribute, such as silver')
    .option('--rank <n>', 'pin: the place in the list; 1 is the first')
    .option('--factor <n>', 'boost: above 1 moves products up, below 1 down')
    .option('--most <n>', 'cap: the maximum number of offers of the article type in one list')
    .option('--price <amount>', 'min_price: cheaper products are not offered')
    .option('--from <day>', 'the first day, as YYYY-MM-DD in the time zone of the brand')
    .option('--until <day>', 'the last day')
    .option(
      '--when <requests>',
      `the requests that it applies to: ${ruleConditions.join(', ')} (default: always), or a member of their context, such as queue=retention; may be given more than once`,
      (text: string, before: string[] = []) => [...before, text],
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
Rules act after the model. They never make a product eligible: a pinned product that is sold out is not offered.
A pin of a product that the catalogue does not have is refused.
pin takes --sku and --rank; block and boost take one of --sku, --article-type, and --attribute with --value; cap takes --article-type and
--most; min_price takes --price and optionally --article-type.

Examples:
  callside rules set --brand acme --name summer-pin --kind pin --sku 1001 --rank 1 --from 2026-06-01 --until 2026-08-31
  callside rules set --brand acme --name no-gift-cards --kind block --article-type "gift card"
  callside rules set --brand acme --name more-silver --kind boost --attribute metal --value silver --factor 2
  callside rules set --brand acme --name one-care --kind cap --article-type care --most 1 --when without_anchors
  callside rules set --brand acme --name stay --kind pin --sku 1001 --rank 1 --when queue=retention
  callside rules set --brand acme --name no-trinkets --kind min_price --price 20 --dry-run`,
    )
    .action(async ({ brand: slug, dryRun, ...options }: RuleOptions, command: Command) => {
      const rule = readRule(options, command);
      const done = await changeOfBrand(context, { brand: slug, dryRun }, async (transaction, brand) => {
        const unknown = await findUnknown(transaction, brand, rule);
        if (unknown !== null && rule.kind === 'pin') throw unknownPin(brand, unknown);
        return { rule: await setRule(transaction, brand, rule), unknown };
      });
      if (done.unknown !== null) {
        context.output().note(`The catalogue has no ${done.unknown}: the rule acts when there is one.`);
      }
      await printChange(context.output(), done.rule, { dryRun, text: () => printable(`Rule ${describe(done.rule)}`) });
    });
}

function registerList(rules: Command, context: CommandContext): void {
  commandOfBrand(rules, 'list')
    .description("show a brand's rules, also those that have ended")
    .addHelpText('after', '\nExample:\n  callside rules list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, { read: ({ prisma }, brand) => listRules(prisma, brand), text: describeAll }),
    );
}

function registerRemove(rules: Command, context: CommandContext): void {
  commandOfBrand(rules, 'remove')
    .description('remove a rule')
    .requiredOption('--name <name>', 'name of the rule')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside rules remove --brand acme --name no-gift-cards')
    .action((options: NamedRule) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => removeRule(transaction, brand, options.name),
        text: (removed) => printable(`Removed rule ${describe(removed)}`),
      }),
    );
}

/** Ends the command with the exit code of wrong usage when the options do not form a rule. */
function readRule(
  { articleType, when, rank, factor, most, price, ...texts }: Omit<RuleOptions, 'brand'>,
  command: Command,
) {
  const read = ruleSchema.safeParse({
    ...texts,
    article_type: articleType,
    ...whenOf(when),
    rank: numberOf(rank),
    factor: numberOf(factor),
    most: numberOf(most),
    price: numberOf(price),
  });
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? '');
    return `${flags[field] ?? `--${field}`}: ${message}`;
  });
  return command.error(`error: ${problems.join('; ')}`, { exitCode: 2 });
}

/** `queue=retention` names a member of the context; anything else is a condition. */
function whenOf(when: readonly string[] = []) {
  const [conditions, members] = [when.filter((text) => !text.includes('=')), when.filter((text) => text.includes('='))];
  const split = members.map((text) => [
    text.slice(0, text.indexOf('=')).trim(),
    text.slice(text.indexOf('=') + 1).trim(),
  ]);
  // A second condition would replace the first one: it is refused as one that does not exist.
  return {
    condition: conditions.length > 1 ? conditions.join(' ') : conditions[0],
    context: Object.fromEntries(split),
  };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.trim() === '' ? Number.NaN : Number(text);
}

function describeAll(rules: readonly MerchandisingRule[]): string {
  if (rules.length === 0) return 'There is no rule yet; `callside rules set --help` shows how to add one.';
  return formatTable(
    ['NAME', 'KIND', 'ABOUT', 'NUMBER', 'FROM', 'UNTIL', 'WHEN'],
    rules.map((rule) => [
      rule.name,
      rule.kind,
      aboutOf(rule),
      String(rule.rank ?? rule.factor ?? rule.most ?? rule.price ?? '-'),
      rule.from ?? '-',
      rule.until ?? '-',
      whenInWords(rule),
    ]),
  );
}

function whenInWords({ condition, context = {} }: MerchandisingRule): string {
  const members = Object.entries(context).map(([name, value]) => `${name}=${value}`);
  return condition === 'always' && members.length > 0 ? members.join(' ') : [condition, ...members].join(' ');
}

function aboutOf({ sku, article_type, attribute, value }: MerchandisingRule): string {
  if (sku !== undefined) return `SKU ${sku}`;
  if (article_type !== undefined) return `type ${article_type}`;
  return attribute === undefined ? 'every product' : `${attribute} = ${value}`;
}

function describe(rule: MerchandisingRule): string {
  const number = rule.rank ?? rule.factor ?? rule.most ?? rule.price;
  return `${rule.name}: ${rule.kind} ${aboutOf(rule)}${number === undefined ? '' : ` (${number})`}`;
}
