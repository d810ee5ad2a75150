import type { Command } from 'commander';

const helpFlags = ['--help', '-h'];

/**
 * Commander shows the help of the group when there is no such command, and its own `help` takes one name. So `help brand create` and
 * `brand help create` are read as `brand create --help`, and `brand crate --help` as `brand crate`, which is an unknown command.
 */
export function withHelpRequest(program: Command, args: readonly string[]): string[] {
  const path: string[] = [];
  let command = program;
  let asksForHelp = args.some((arg) => helpFlags.includes(arg));
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    const isGroup = command.commands.length > 0;
    if (isGroup && name === 'help') {
      asksForHelp = true;
      continue;
    }
    if (!isGroup) break;
    path.push(name);
    const child = command.commands.find((one) => one.name() === name || one.aliases().includes(name));
    if (child === undefined) return asksForHelp ? path : [...args];
    command = child;
  }
  return asksForHelp ? [...path, '--help'] : [...args];
}
