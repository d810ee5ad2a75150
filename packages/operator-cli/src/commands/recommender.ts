import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { requireKey } from '../required-key.ts';
import { readKeyFile } from '../secret-file.ts';
import { formatInstant, printable } from '../table.ts';

interface SetOptions {
  brand: string;
  url: string;
  keyFile: string;
}

export function registerRecommenderCommands(program: Command, context: CommandContext): void {
  const recommender = program
    .command('recommender')
    .description('the recommender that call-events asks for the offers of a brand');
  registerSet(recommender, context);
  registerShow(recommender, context);
  registerRemove(recommender, context);
}

function registerSet(recommender: Command, context: CommandContext): void {
  recommender
    .command('set')
    .description('show offers during calls, from this recommender')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--url <url>', 'the address of the recommender, as call-events reaches it', url)
    .requiredOption('--key-file <file>', 'a file with an API key of the brand for the feature recommender')
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
The key is stored encrypted with SECRETS_KEY (default: SESSION_SECRET), which must be the same as that of call-events. The change takes
effect within 5 seconds.

Example:
  callside recommender set --brand acme --url https://offers.acme.example --key-file recommender.key`,
    )
    .action(async (options: SetOptions & DryRunOption) => {
      const { url } = options;
      const key = await readKeyFile(options.keyFile, 'recommender');
      const keySealed = context.settings.secretBox().seal(key);
      await printChangeOfBrand(context, options, {
        change: async (transaction, brand) => {
          const { id: brandId } = brand;
          await requireKey(transaction, { key, brand, feature: 'recommender' });
          const values = { url, keySealed, updatedAt: context.now() };
          await transaction.recommenderConnection.upsert({
            where: { brandId },
            create: { brandId, ...values },
            update: values,
          });
          await recordAudit(transaction, { brandId, action: 'recommender.set', subject: brandId, detail: { url } });
          return { brand: brand.slug, url };
        },
        text: (set) => printable(`Reps of ${set.brand} see offers from ${set.url}`),
      });
    });
}

function registerShow(recommender: Command, context: CommandContext): void {
  recommender
    .command('show')
    .description('show the recommender of a brand, without its key')
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', '\nExample:\n  callside recommender show --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, brand) => {
          const found = await prisma.recommenderConnection.findUnique({
            where: { brandId: brand.id },
            select: { url: true, updatedAt: true },
          });
          return { brand: brand.slug, url: found?.url ?? null, updated_at: found?.updatedAt.toISOString() ?? null };
        },
        text: ({ brand, url, updated_at }) =>
          url === null
            ? `${brand} has no recommender; \`callside recommender set --help\` shows how to set one.`
            : printable(`${url}, set at ${formatInstant(updated_at)}`),
      }),
    );
}

function registerRemove(recommender: Command, context: CommandContext): void {
  recommender
    .command('remove')
    .description('stop showing offers; sales that were not reported yet stay on file')
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside recommender remove --brand acme')
    .action((options: { brand: string } & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const { count } = await transaction.recommenderConnection.deleteMany({ where: { brandId } });
          if (count > 0) await recordAudit(transaction, { brandId, action: 'recommender.remove', subject: brandId });
          return { brand: slug, removed: count > 0 };
        },
        text: ({ brand, removed }) =>
          removed ? `Reps of ${brand} see no offers any more` : `${brand} had no recommender of its own`,
      }),
    );
}

/** Paths of requests are added to it. It is shown and in the audit log. */
function url(value: string): string {
  const text = value.trim().replace(/\/+$/, '');
  const { protocol, username, password } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  const isBase = /^https?:$/.test(protocol) && !username && !password && !/[?#]|\/recommend$/.test(text);
  if (isBase) return text;
  throw new InvalidArgumentError(
    'It must be an address, such as https://offers.example.com, without /recommend, a query or a password.',
  );
}
