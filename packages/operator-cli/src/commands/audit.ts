import type { Database } from '@callside/database';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { formatInstant, formatTable } from '../table.ts';

interface ListOptions {
  brand?: string;
  limit: number;
}

interface ListedEntry {
  id: string;
  at: string;
  brand: string | null;
  actor: string;
  actor_user_id: string | null;
  origin: string | null;
  action: string;
  subject: string;
  detail: unknown;
}

export function registerAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('who changed what, when and from where');

  audit
    .command('list')
    .description('show the audit log, the newest entry first')
    .option('--brand <slug>', 'only entries of this brand')
    .option('--limit <number>', 'how many entries at most', argument.wholeNumber(1, 100_000), 50)
    .addHelpText(
      'after',
      `
ACTOR of an operator is \`operator:\` and the account on the machine that ORIGIN names. ACTOR of an owner who uses the settings pages
is their address, with the network address as ORIGIN. ACTOR of an embedding key is \`key:\` and how it begins and ends. Entries cannot be changed or removed: the database refuses it.

Example:
  callside audit list --brand acme --limit 20`,
    )
    .action(async (options: ListOptions) => {
      const entries = await withDatabase(context, (database) => listEntries(database, options));
      await context.output().result(entries, () => describeAll(entries));
    });
}

async function listEntries({ prisma }: Database, { brand: slug, limit }: ListOptions): Promise<ListedEntry[]> {
  const brand = slug === undefined ? undefined : await findBrand(prisma, slug);
  const entries = await prisma.auditEntry.findMany({
    where: brand === undefined ? {} : { brandId: brand.id },
    orderBy: { id: 'desc' },
    take: limit,
    include: { brand: { select: { slug: true } } },
  });
  return entries.map(({ id, at, brand, actor, actorUserId, origin, action, subject, detail }) => ({
    id: String(id),
    at: at.toISOString(),
    brand: brand?.slug ?? null,
    actor,
    actor_user_id: actorUserId,
    origin,
    action,
    subject,
    detail,
  }));
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
