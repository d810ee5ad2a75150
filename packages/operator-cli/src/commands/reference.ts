import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { describeCommands } from '../command-reference.ts';

/** Hidden: for developers of the commands. */
export function registerReferenceCommand(program: Command, context: CommandContext): void {
  program
    .command('reference', { hidden: true })
    .description('print the help of all commands as Markdown')
    .action(async () => {
      const markdown = describeCommands(program);
      await context.output().result({ markdown }, () => markdown.trimEnd());
    });
}
