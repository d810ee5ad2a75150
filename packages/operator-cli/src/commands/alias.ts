import type { Command } from 'commander';
import { type AgentAlias, addAlias, listAliases, removeAlias } from '../agent-alias.ts';
import * as argument from '../arguments.ts';
import { findBrand } from '../brand.ts';
import { type CommandContext, withDatabase, withTransaction } from '../command-context.ts';
import { type DryRunOption, dryRunChange, printChange } from '../dry-run.ts';
import { formatTable, printable } from '../table.ts';

interface AliasOptions {
  brand: string;
  alias: string;
}

export function registerAliasCommands(program: Command, context: CommandContext): void {
  const alias = program.command('alias').description('other names of agents: an extension, an id of the platform');

  alias
    .command('add')
    .description('add another name for a user, which webhooks may send as agent_email')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--alias <name>', 'the name, such as SIP/1001', argument.alias)
    .requiredOption('--email <address>', 'the user', argument.email)
    .addHelpText(
      'after',
      `
Names are compared trimmed and in lower case. The address of an active user always resolves to that user. Any other name resolves
to the active user who has it as an alias. An alias belongs to one user.

Example:
  callside alias add --brand acme --alias SIP/1001 --email rep@acme.example`,
    )
    .action(async ({ brand: slug, alias, email }: AliasOptions & { email: string }) => {
      const added = await withTransaction(context, async (transaction) =>
        addAlias(transaction, await findBrand(transaction, slug), alias, email),
      );
      await context.output().result(added, () => printable(`${added.alias} is ${added.email}`));
    });

  alias
    .command('list')
    .description("show a brand's aliases")
    .requiredOption('--brand <slug>', 'the brand')
    .addHelpText('after', '\nExample:\n  callside alias list --brand acme')
    .action(async (options: { brand: string }) => {
      const aliases = await withDatabase(context, async ({ prisma }) =>
        listAliases(prisma, await findBrand(prisma, options.brand)),
      );
      await context.output().result(aliases, () => describeAll(aliases));
    });

  alias
    .command('remove')
    .description(
      'remove an alias: the next event with that name no longer finds the user, and a live call that began under it ends',
    )
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--alias <name>', 'the name', argument.alias)
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside alias remove --brand acme --alias SIP/1001')
    .action(async ({ brand: slug, alias, dryRun }: AliasOptions & DryRunOption) => {
      const removed = await withTransaction(
        context,
        async (transaction) => removeAlias(transaction, await findBrand(transaction, slug), alias),
        { dryRun },
      );
      const text = () => printable(`Removed ${removed.alias} of ${removed.email}`);
      await printChange(context.output(), removed, { dryRun, text });
    });
}

function describeAll(aliases: readonly AgentAlias[]): string {
  if (aliases.length === 0) return 'There is no alias yet; `callside alias add --help` shows how to add one.';
  return formatTable(
    ['ALIAS', 'USER', 'STATUS'],
    aliases.map(({ alias, email, status }) => [alias, email, status]),
  );
}
