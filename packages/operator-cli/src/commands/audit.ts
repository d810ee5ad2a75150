import type { Database } from '@callside/database';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { AuditStream } from '../audit-stream.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { withInterruption } from '../interruption.ts';
import { type ListedEntry, listedEntry, withBrand } from '../listed-entry.ts';
import type { Output } from '../output.ts';
import { pause } from '../pause.ts';
import { formatInstant, formatTable } from '../table.ts';

interface ListOptions {
  brand?: string;
  limit: number;
}

interface StreamOptions {
  brand?: string;
  since?: bigint;
}

const pollMs = 500;

export function registerAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('who did what, when and from where');

  audit
    .command('list')
    .description('show the audit log, the newest entry first')
    .option('--brand <slug>', 'only entries of this brand')
    .option('--limit <number>', 'how many entries at most', argument.wholeNumber(1, 100_000), 50)
    .addHelpText(
      'after',
      `
ACTOR of an operator is \`operator:\` and the account on the machine that ORIGIN names. ACTOR of a user is their address, with the network
address as ORIGIN; of an embedding key \`key:\` and how it begins and ends; of a refused sign-in the claimed address, or \`unknown\`.
Entries cannot be changed or removed: the database refuses it.

Example:
  callside audit list --brand acme --limit 20`,
    )
    .action(async (options: ListOptions) => {
      const entries = await withDatabase(context, (database) => listEntries(database, options));
      await context.output().result(entries, () => describeAll(entries));
    });

  audit
    .command('stream')
    .description('print the audit log as JSON lines, the oldest entry first, and follow it until Ctrl-C')
    .option('--brand <slug>', 'only entries of this brand')
    .option('--since <cursor>', 'only entries after the one with this cursor', argument.auditCursor)
    .addHelpText(
      'after',
      `
Each line has the fields of \`audit list --json\` and its \`cursor\`. An entry is printed a second after it was committed, when no entry before
it can appear any more. A stream that continues with \`--since\` and the cursor of the last line has each entry once. A transaction that
has written an entry and does not end holds back the ones after it. Needs the primary server, not a standby.

Ctrl-C, SIGTERM and a closed pipe end it with exit code 0, a lost database with 1.

Examples:
  callside audit stream --brand acme
  callside audit stream --since "$(tail -n 1 audit.ndjson | jq -r .cursor)" >> audit.ndjson`,
    )
    .action(async ({ brand: slug, since = 0n }: StreamOptions) => {
      const output = context.output();
      await withInterruption((signal) =>
        withDatabase(context, async (database) => {
          const brand = slug === undefined ? undefined : await findBrand(database.prisma, slug);
          const stream = new AuditStream(database, { brandId: brand?.id, after: since });
          await stream.begin();
          while (!signal.aborted && !output.isClosed()) {
            const entries = await stream.poll();
            for (const entry of entries) await printLine(output, { cursor: entry.id, ...entry });
            if (entries.length === 0) await pause(pollMs, signal);
          }
        }),
      );
    });
}

async function printLine(output: Output, entry: ListedEntry & { cursor: string }): Promise<void> {
  if (!output.isClosed()) await output.result(entry, () => JSON.stringify(entry));
}

async function listEntries({ prisma }: Database, { brand: slug, limit }: ListOptions): Promise<ListedEntry[]> {
  const brand = slug === undefined ? undefined : await findBrand(prisma, slug);
  const entries = await prisma.auditEntry.findMany({
    where: brand === undefined ? {} : { brandId: brand.id },
    orderBy: { id: 'desc' },
    take: limit,
    include: withBrand,
  });
  return entries.map(listedEntry);
}

function describeAll(entries: readonly ListedEntry[]): string {
  if (entries.length === 0) return 'There is no entry.';
  return formatTable(
    ['AT', 'BRAND', 'ACTOR', 'ORIGIN', 'ACTION', 'SUBJECT', 'DETAIL'],
    entries.map(({ at, brand, actor, origin, action, subject, detail }) => [
      formatInstant(at),
      brand ?? '-',
      actor,
      origin ?? '-',
      action,
      subject,
      JSON.stringify(detail),
    ]),
  );
}
