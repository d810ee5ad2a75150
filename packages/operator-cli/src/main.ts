import { CommanderError } from 'commander';
import { describeError, type ErrorDescription } from './describe-error.ts';
import { createSettings, type SettingsSource } from './env.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { withHelpRequest } from './help-request.ts';
import { ReportedFailure } from './operator-error.ts';
import { type Streams, write } from './output.ts';
import { createProgram } from './program.ts';
import { describeUsageError, formatUsageError } from './usage-error.ts';

export interface RunOptions extends SettingsSource {
  streams?: Streams;
  now?: () => Date;
}

/** Runs one command of `callside` and returns its exit code (see `exit-code.ts`). */
export async function runCallside(
  args: readonly string[],
  { streams = process, now = () => new Date(), ...source }: RunOptions = {},
): Promise<number> {
  // The caller of write also gets the error. Work goes on without a reader, because it may have to clean up.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  const json = asksForJson(args);
  const settings = createSettings(source);
  const help: string[] = [];
  const program = createProgram({ settings, streams, json, now, writeHelp: (text) => void help.push(text) });
  let reached = program;
  for (const command of [program, ...program.commands]) {
    command.hook('preSubcommand', (_, subcommand) => {
      reached = subcommand;
    });
  }
  try {
    await program.parseAsync(withHelpRequest(program, args), { from: 'user' }).catch(unlessHelp);
    if (help.length > 0) await write(streams.stdout, help.join(''));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      const description = describeUsageError(error, reached);
      // Without a command, Commander has written the help to stderr.
      if (error.code !== 'commander.help') streams.stderr.write(formatUsageError(description));
      if (json) streams.stdout.write(formatJson(description));
      return exitCodes.wrongUsage;
    }
    const description = describeError(error, settings.databaseUrl);
    streams.stderr.write(formatLine(description));
    if (json && !(error instanceof ReportedFailure)) streams.stdout.write(formatJson(description));
    return exitCodeOf(description.code);
  }
}

/** Commander throws after it has written the help or the version. */
function unlessHelp(error: unknown): void {
  if (!(error instanceof CommanderError && error.exitCode === exitCodes.done)) throw error;
}

/** Read before the arguments are parsed, because parsing may fail. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}

function formatLine({ message, hint }: ErrorDescription): string {
  return `callside: ${message}${hint === null ? '' : `; ${hint}`}\n`;
}

function formatJson(error: ErrorDescription): string {
  const { code, message, hint } = error;
  return `${JSON.stringify({ error: { code, message, hint } })}\n`;
}
