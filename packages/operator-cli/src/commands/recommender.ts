import { digestApiKey } from '@callside/auth';
import type { Prisma } from '@callside/database';
import { publicUrl } from '@callside/service-kit';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { recordAudit } from '../audit-log.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
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
  commandOfBrand(recommender, 'set')
    .description('show offers during calls, from this recommender')
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
  commandOfBrand(recommender, 'show')
    .description('show the recommender of a brand, without its key')
    .addHelpText('after', '\nExample:\n  callside recommender show --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, brand) => {
          const found = await prisma.recommenderConnection.findUnique({
            where: { brandId: brand.id },
            select: { url: true, updatedAt: true },
          });
          if (found === null) return { brand: brand.slug, ...(await readUsual(prisma, brand.id, context)) };
          const { url, updatedAt } = found;
          return { brand: brand.slug, url, updated_at: updatedAt.toISOString(), source: 'brand' as const };
        },
        text: ({ brand, url, updated_at, source }) => {
          if (source === 'brand') return printable(`${url}, set at ${formatInstant(updated_at)}`);
          if (source === 'environment') return printable(`${url}, ${fromEnvironment}`);
          return `${brand} has no recommender; \`callside recommender set --help\` shows how to set one.`;
        },
      }),
    );
}

function registerRemove(recommender: Command, context: CommandContext): void {
  commandOfBrand(recommender, 'remove')
    .description('remove the recommender of a brand; sales that were not reported yet stay on file')
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
Reps see no offers any more, unless RECOMMENDER_URL and RECOMMENDER_KEY of call-events name a recommender of the brand. The command
reads them in its own environment, and says so.

Example:
  callside recommender remove --brand acme`,
    )
    .action((options: { brand: string } & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const { count } = await transaction.recommenderConnection.deleteMany({ where: { brandId } });
          if (count > 0) await recordAudit(transaction, { brandId, action: 'recommender.remove', subject: brandId });
          const { url, source } = await readUsual(transaction, brandId, context);
          return { brand: slug, removed: count > 0, url, source };
        },
        text: ({ brand, removed, url }) => {
          const nothing = removed
            ? `Reps of ${brand} see no offers any more`
            : `${brand} had no recommender of its own`;
          if (url === null) return nothing;
          const done = removed ? `Removed the recommender of ${brand}` : nothing;
          return printable(`${done}. Reps still see offers from ${url}, ${fromEnvironment}`);
        },
      }),
    );
}

const fromEnvironment =
  'which RECOMMENDER_URL and RECOMMENDER_KEY of the environment name; those of call-events count, and only there they can be removed';

/** What a brand without a recommender of its own has: that of the environment, if its key is one of the brand. */
async function readUsual(
  prisma: Pick<Prisma.TransactionClient, 'apiKey'>,
  brandId: string,
  { settings }: CommandContext,
) {
  const environment = settings.check(
    z.object({ RECOMMENDER_URL: publicUrl.optional(), RECOMMENDER_KEY: z.string().optional() }),
  );
  const { RECOMMENDER_URL: url, RECOMMENDER_KEY: key } = environment.ok ? environment.value : {};
  const nothing = { url: null, updated_at: null, source: null };
  if (url === undefined || key === undefined) return nothing;
  const ofBrand = { brandId, feature: 'recommender', keySha256: new Uint8Array(digestApiKey(key)) };
  return (await prisma.apiKey.count({ where: ofBrand })) > 0
    ? { url, updated_at: null, source: 'environment' as const }
    : nothing;
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
