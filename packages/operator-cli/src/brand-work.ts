// What most commands do: print what they read of a brand, or change it in one transaction and print the outcome.

import type { Database, Prisma } from '@callside/database';
import type { Command } from 'commander';
import { type Brand, findBrand } from './brand.ts';
import { type CommandContext, withDatabase, withTransaction } from './command-context.ts';
import { printChange } from './dry-run.ts';

/** Adds a command on one brand. */
export function commandOfBrand(group: Command, name: string): Command {
  return group.command(name).requiredOption('--brand <slug>', 'the brand');
}

/** The options of the command. */
interface OfBrand {
  brand: string;
  dryRun?: true | undefined;
}

export async function printOfBrand<Result>(
  context: CommandContext,
  { brand: slug }: OfBrand,
  { read, text }: { read: (database: Database, brand: Brand) => Promise<Result>; text: (found: Result) => string },
): Promise<void> {
  const found = await withDatabase(context, async (database) => read(database, await findBrand(database.prisma, slug)));
  await context.output().result(found, () => text(found));
}

/** With `dryRun` the transaction is rolled back. */
export function changeOfBrand<Result>(
  context: CommandContext,
  { brand: slug, dryRun }: OfBrand,
  change: (transaction: Prisma.TransactionClient, brand: Brand) => Promise<Result>,
): Promise<Result> {
  return withTransaction(context, async (transaction) => change(transaction, await findBrand(transaction, slug)), {
    dryRun,
  });
}

export async function printChangeOfBrand<Result extends object>(
  context: CommandContext,
  options: OfBrand,
  { change, text }: { change: Parameters<typeof changeOfBrand<Result>>[2]; text: (changed: Result) => string },
): Promise<void> {
  const changed = await changeOfBrand(context, options, change);
  await printChange(context.output(), changed, { dryRun: options.dryRun, text: () => text(changed) });
}
