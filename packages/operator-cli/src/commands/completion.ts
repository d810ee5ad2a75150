import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { wordsOf } from '../completion/completion-words.ts';
import { completeInFish } from '../completion/fish-completion.ts';
import { completeInBash, completeInZsh } from '../completion/posix-completion.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const scripts = { bash: completeInBash, zsh: completeInZsh, fish: completeInFish } as const;

export function registerCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
The script is made from the commands of this release: print it again after an upgrade.

Examples:
  source <(callside completion bash)                # in ~/.bashrc
  source <(callside completion zsh)                 # in ~/.zshrc, after compinit
  callside completion fish | source                 # in ~/.config/fish/config.fish`,
    )
    .action(async (shell: Shell) => {
      const script = scripts[shell](wordsOf(program));
      await context.output().result({ shell, script }, () => script.trimEnd());
    });
}
