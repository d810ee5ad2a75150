import type { CommanderError } from 'commander';
import type { ErrorDescription } from './describe-error.ts';

const hint = '`callside --help` lists the commands and their options';

/** The usage error as one line. Commander prints its suggestion on a separate line. */
export function formatUsageError(text: string): string {
  const message = toMessage(text);
  return `callside: ${message}${/[.?!)]$/.test(message) ? '' : '.'} ${hint}.\n`;
}

/** The usage error for programs. */
export function describeUsageError({ code, message }: CommanderError): ErrorDescription {
  // Commander shows the help because there was no command.
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
