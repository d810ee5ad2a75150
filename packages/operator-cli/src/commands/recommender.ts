import { createSecretBox } from '@callside/auth';
import type { Prisma } from '@callside/database';
import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase, withTransaction } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
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
    .action(async ({ brand: slug, url, keyFile, dryRun }: SetOptions & DryRunOption) => {
      const key = await readKeyFile(keyFile, 'recommender');
      const keySealed = createSecretBox({ secrets: context.settings.storedSecretsKeys() }).seal(key);
      const change = async (transaction: Prisma.TransactionClient) => {
        const brand = await findBrand(transaction, slug);
        await requireKey(transaction, { key, brand, feature: 'recommender' });
        const values = { url, keySealed, updatedAt: context.now() };
        await transaction.recommenderConnection.upsert({
          where: { brandId: brand.id },
          create: { brandId: brand.id, ...values },
          update: values,
        });
        await recordAudit(transaction, {
          brandId: brand.id,
          action: 'recommender.set',
          subject: brand.id,
          detail: { url },
        });
        return { brand: brand.slug, url };
      };
      const set = await withTransaction(context, change, { dryRun });
      const text = () => printable(`Reps of ${set.brand} see offers from ${set.url}`);
      await printChange(context.output(), set, { dryRun, text });
    });

  recommender
    .command('show')
    .description('show the recommender of a brand, without its key')
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', '\nExample:\n  callside recommender show --brand acme')
    .action(async ({ brand: slug }: { brand: string }) => {
      const shown = await withDatabase(context, async ({ prisma }) => {
        const brand = await findBrand(prisma, slug);
        const found = await prisma.recommenderConnection.findUnique({
          where: { brandId: brand.id },
          select: { url: true, updatedAt: true },
        });
        return { brand: brand.slug, url: found?.url ?? null, updated_at: found?.updatedAt.toISOString() ?? null };
      });
      await context
        .output()
        .result(shown, () =>
          shown.url === null
            ? `${shown.brand} has no recommender; \`callside recommender set --help\` shows how to set one.`
            : printable(`${shown.url}, set at ${formatInstant(shown.updated_at)}`),
        );
    });

  recommender
    .command('remove')
    .description('stop showing offers; sales that were not reported yet stay on file')
    .requiredOption('--brand <slug>', 'the brand')
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside recommender remove --brand acme')
    .action(async ({ brand: slug, dryRun }: { brand: string } & DryRunOption) => {
      const remove = async (transaction: Prisma.TransactionClient) => {
        const brand = await findBrand(transaction, slug);
        const { count } = await transaction.recommenderConnection.deleteMany({ where: { brandId: brand.id } });
        if (count > 0) {
          await recordAudit(transaction, { brandId: brand.id, action: 'recommender.remove', subject: brand.id });
        }
        return { brand: brand.slug, removed: count > 0 };
      };
      const removed = await withTransaction(context, remove, { dryRun });
      const text = () =>
        removed.removed
          ? `Reps of ${removed.brand} see no offers any more`
          : `${removed.brand} had no recommender of its own`;
      await printChange(context.output(), removed, { dryRun, text });
    });
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
