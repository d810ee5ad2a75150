import type { CommanderError } from 'commander';
import type { ErrorDescription } from './describe-error.ts';

const hint = '`callside --help` lists the commands and their options';

/** What is wrong with the arguments, as one line for people. Commander puts its suggestion on a line of its own. */
export function formatUsageError(text: string): string {
  const message = toMessage(text);
  return `callside: ${message}${/[.?!)]$/.test(message) ? '' : '.'} ${hint}.\n`;
}

/** The same for programs. */
export function describeUsageError({ code, message }: CommanderError): ErrorDescription {
  // Help that nobody asked for: there was no command.
  if (code === 'commander.help') return { code: 'usage', message: 'a command is missing', hint };
  return { code: 'usage', message: toMessage(message), hint };
}

function toMessage(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .split(/\s*\n\s*/)
    .join(' ');
}
