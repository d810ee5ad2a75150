import { countDueRows, type DueRows } from '@callside/database';
import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';

interface SetOptions {
  brand: string;
  /** 0: no limit. */
  days: number;
}

const mostDays = 36_500;

export function registerRetentionCommands(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description('how long the personal data of a brand is kept');

  commandOfBrand(retention, 'set')
    .description('set how long personal data is kept; the services delete older data in the background')
    .requiredOption('--days <number>', 'how many days to keep it; 0 or none: no limit', days)
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
Calls, chats, transcripts, offers and sales that are older are deleted, in small batches. Rows of the event log stay,
without number, code and metadata. Imported customers and orders stay: only imports and erasure change them. The command prints how many
rows are older (\`due\`); --dry-run prints it before anything is changed.

Examples:
  callside retention set --brand acme --days 90 --dry-run
  callside retention set --brand acme --days none`,
    )
    .action((options: SetOptions & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const days = options.days || null;
          // Prisma has no IS DISTINCT FROM.
          const changed = await transaction.$executeRaw`
            UPDATE brands SET retention_days = ${days}::int
             WHERE id = ${brandId}::uuid AND retention_days IS DISTINCT FROM ${days}::int`;
          const audited = { brandId, subject: brandId, detail: { days } };
          if (changed > 0) await recordAudit(transaction, { action: 'retention.set', ...audited });
          return { brand: slug, days, due: days === null ? noRows : await countDueRows(transaction, brandId, days) };
        },
        text: (set) => [describe(set), describeDue(set.due)].join('\n'),
      }),
    );

  commandOfBrand(retention, 'show')
    .description('show how long the personal data of a brand is kept')
    .addHelpText('after', '\nExample:\n  callside retention show --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, { id, slug }) => {
          const { retentionDays } = await prisma.brand.findUniqueOrThrow({ where: { id } });
          return { brand: slug, days: retentionDays };
        },
        text: describe,
      }),
    );
}

const noRows: DueRows = { calls: 0, recommendations: 0, refused_requests: 0, call_events: 0 };

function describeDue({ calls, recommendations, refused_requests, call_events }: DueRows): string {
  const deleted = [
    `${calls} calls with their chats and transcripts`,
    `${recommendations} offers with their sales`,
    `${refused_requests} refused requests`,
  ];
  return `Older, to be deleted by the services: ${deleted.join(', ')}; to be emptied: ${call_events} rows of the event log`;
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
