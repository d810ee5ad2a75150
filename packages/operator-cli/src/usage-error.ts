import type { Command, CommanderError } from 'commander';
import type { ErrorDescription } from './describe-error.ts';

/** The usage error as one line. */
export function formatUsageError({ message, hint }: ErrorDescription): string {
  return `callside: ${message}${/[.?!)]$/.test(message) ? '' : '.'} ${hint}.\n`;
}

/** `command` is the one that was reached; its help is the one to read. */
export function describeUsageError({ code, message }: CommanderError, command: Command): ErrorDescription {
  const help = `\`${nameOf(command)} --help\``;
  const hint = command.commands.length > 0 ? `${help} lists the commands` : `${help} explains the command`;
  // Commander shows the help because there was no command.
  return { code: 'usage', message: code === 'commander.help' ? 'a command is missing' : toMessage(message), hint };
}

/** `callside brand create` */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/**
 * Commander puts its suggestion on a separate line, and quotes the argument: an address may have a password, or a token in its query, and an
 * option that is a key or a token is one itself, also by a name that is not known.
 */
function toMessage(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .split(/\s*\n\s*/)
    .join(' ')
    .replace(/(?<=[a-z][\w+.-]*:\/\/).*@/i, '…@')
    .replace(/(?<='[^'\s:@]+:)(?!\/\/)[^'\s]+(?=@)/, '…')
    .replace(/(?<= argument '[^'?]*\?)[^']*/, '…')
    .replace(/(?<=option '--[\w-]*(?:token|key) [^']*' argument ')[^']*/, '…')
    .replace(/(?<=unknown option '--[^'=]*=)[^']*/, '…');
}
