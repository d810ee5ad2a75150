import type { Prisma } from '@callside/database';
import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase, withTransaction } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';

interface SetOptions {
  brand: string;
  /** 0: no limit. */
  days: number;
}

const mostDays = 36_500;

export function registerRetentionCommands(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description('how long the personal data of a brand is kept');

  retention
    .command('set')
    .description('set how long personal data is kept; the services delete older data in the background')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--days <number>', 'how many days to keep it; 0 or none: no limit', days)
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
Calls, chats, transcripts, offers and sales that are older are deleted, in small batches. Rows of the event log stay,
without number, code and metadata. Imported customers and orders stay: only imports and erasure change them.

Examples:
  callside retention set --brand acme --days 90
  callside retention set --brand acme --days none`,
    )
    .action(async ({ brand: slug, dryRun, ...options }: SetOptions & DryRunOption) => {
      const days = options.days || null;
      const change = async (transaction: Prisma.TransactionClient) => {
        const brand = await findBrand(transaction, slug);
        // Prisma has no IS DISTINCT FROM.
        const changed = await transaction.$executeRaw`
            UPDATE brands SET retention_days = ${days}::int
             WHERE id = ${brand.id}::uuid AND retention_days IS DISTINCT FROM ${days}::int`;
        if (changed > 0) {
          await recordAudit(transaction, {
            brandId: brand.id,
            action: 'retention.set',
            subject: brand.id,
            detail: { days },
          });
        }
        return { brand: brand.slug, days };
      };
      const set = await withTransaction(context, change, { dryRun });
      await printChange(context.output(), set, { dryRun, text: () => describe(set) });
    });

  retention
    .command('show')
    .description('show how long the personal data of a brand is kept')
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', '\nExample:\n  callside retention show --brand acme')
    .action(async ({ brand: slug }: { brand: string }) => {
      const shown = await withDatabase(context, async ({ prisma }) => {
        const { id } = await findBrand(prisma, slug);
        const { retentionDays } = await prisma.brand.findUniqueOrThrow({ where: { id } });
        return { brand: slug, days: retentionDays };
      });
      await context.output().result(shown, () => describe(shown));
    });
}

function days(value: string): number {
  if (value.trim() === 'none') return 0;
  if (!/^\d{1,5}$/.test(value.trim()) || Number(value) > mostDays) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${mostDays}, or none.`);
  }
  return Number(value);
}

function describe({ brand, days }: { brand: string; days: number | null }): string {
  return days === null ? `${brand}: kept without a limit` : `${brand}: kept for ${days} ${days === 1 ? 'day' : 'days'}`;
}
