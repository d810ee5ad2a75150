import type { Command } from 'commander';
import { type AgentAlias, addAlias, listAliases, removeAlias } from '../agent-alias.ts';
import * as argument from '../arguments.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { formatTable, printable } from '../table.ts';

interface AliasOptions {
  brand: string;
  alias: string;
}

export function registerAliasCommands(program: Command, context: CommandContext): void {
  const alias = program.command('alias').description('other names of agents: an extension, an id of the platform');

  commandOfBrand(alias, 'add')
    .description('add another name for a user, which webhooks may send as agent_email')
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
    .action((options: AliasOptions & { email: string }) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => addAlias(transaction, brand, options.alias, options.email),
        text: ({ alias, email }) => printable(`${alias} is ${email}`),
      }),
    );

  commandOfBrand(alias, 'list')
    .description("show a brand's aliases")
    .addHelpText('after', '\nExample:\n  callside alias list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, { read: ({ prisma }, brand) => listAliases(prisma, brand), text: describeAll }),
    );

  commandOfBrand(alias, 'remove')
    .description(
      'remove an alias: the next event with that name no longer finds the user, and a live call that began under it ends',
    )
    .requiredOption('--alias <name>', 'the name', argument.alias)
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside alias remove --brand acme --alias SIP/1001')
    .action((options: AliasOptions & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: (transaction, brand) => removeAlias(transaction, brand, options.alias),
        text: ({ alias, email }) => printable(`Removed ${alias} of ${email}`),
      }),
    );
}

function describeAll(aliases: readonly AgentAlias[]): string {
  if (aliases.length === 0) return 'There is no alias yet; `callside alias add --help` shows how to add one.';
  return formatTable(
    ['ALIAS', 'USER', 'STATUS'],
    aliases.map(({ alias, email, status }) => [alias, email, status]),
  );
}
