import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { describeCommands } from '../command-reference.ts';
import { describeSignals } from '../signal-reference.ts';

/** Hidden: for the documentation. */
export function registerReferenceCommand(program: Command, context: CommandContext): void {
  program
    .command('reference', { hidden: true })
    .description('print the help of all commands, or what the ranking knows of a product, as Markdown')
    .addArgument(new Argument('[of]').choices(['commands', 'signals']).default('commands'))
    .action(async (of: 'commands' | 'signals') => {
      const markdown = of === 'signals' ? describeSignals(await readSignals()) : describeCommands(program);
      await context.output().result({ markdown }, () => markdown.trimEnd());
    });
}

/** Loads the code of models, which most commands do not need. */
async function readSignals() {
  return (await import('@callside/recommender/models')).signals;
}
